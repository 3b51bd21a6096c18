package dev.plimsoll.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaConstructorCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.syntax.elements.GivenClassesConjunction;
import dev.plimsoll.advisor.recommend.Advisor;
import dev.plimsoll.model.tenancy.decision.CeilingPlan;
import dev.plimsoll.model.tenancy.decision.DecidedCeiling;
import dev.plimsoll.model.tenancy.plan.QuotaKeyProposal;
import org.junit.jupiter.api.Test;

/** Holds that ceilings are reached through the decider and nothing else. */
class DecisionsTest {
  private static final JavaClasses PRODUCT =
      new ClassFileImporter()
          .withImportOption(location -> !location.contains("/test-classes/"))
          .importPackages("dev.plimsoll");

  @Test
  void only_the_decider_decides_ceilings() {
    for (Class<?> decided : new Class<?>[] {DecidedCeiling.class, CeilingPlan.class}) {
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.plimsoll.model.tenancy.decision")
          .should()
          .callConstructorWhere(owner(decided))
          .check(PRODUCT);
    }
  }

  @Test
  void only_decided_ceilings_and_what_is_not_divided_are_proposed() {
    others("QuotaPlanner|QuotaProposalDrafts")
        .should()
        .callConstructorWhere(owner(QuotaKeyProposal.class))
        .check(PRODUCT);
    others("QuotaProposalDrafts|DeadKeyRemoval|UndividedKeyIncrease|Advisor")
        .should()
        .dependOnClassesThat()
        .haveSimpleName("QuotaProposalDrafts")
        .check(PRODUCT);
  }

  @Test
  void only_the_advisor_its_advice_on_queues_and_the_back_test_ask_the_decider() {
    others("Decider|" + Advisor.class.getSimpleName() + "|QueueAdvisor|AdvisorReplay")
        .should()
        .dependOnClassesThat()
        .haveSimpleName("Decider")
        .check(PRODUCT);
  }

  @Test
  void the_advisor_divides_nothing_by_itself_but_what_the_back_test_compares_with() {
    noClasses()
        .that()
        .resideInAnyPackage("dev.plimsoll.advisor..", "dev.plimsoll.cli..")
        .and()
        .resideOutsideOfPackage("dev.plimsoll.advisor.backtest")
        .should()
        .dependOnClassesThat()
        .haveNameMatching(".*\\.(MaxMinFairness|ProportionalDivision)")
        .check(PRODUCT);
  }

  private static GivenClassesConjunction others(String names) {
    return noClasses().that().haveNameNotMatching(".*\\.(" + names + ")(\\$.*)?");
  }

  private static DescribedPredicate<JavaConstructorCall> owner(Class<?> type) {
    return DescribedPredicate.describe(
        "of " + type.getSimpleName(), call -> call.getTargetOwner().isEquivalentTo(type));
  }
}
