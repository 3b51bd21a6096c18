package dev.plimsoll.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Holds the modules' arrows: cli to extender, admission, advisor and console, these to server,
 * server to kube, kube to model, model to kubernetes.
 */
class ModuleDependenciesTest {
  private static final JavaClasses PRODUCT =
      new ClassFileImporter()
          .withImportOption(location -> !location.contains("/test-classes/"))
          .importPackages("dev.plimsoll");

  @Test
  void all_modules_are_looked_at() {
    assertThat(PRODUCT.containPackage("dev.plimsoll.kubernetes")).isTrue();
    assertThat(PRODUCT.containPackage("dev.plimsoll.model")).isTrue();
    assertThat(PRODUCT.containPackage("dev.plimsoll.kube")).isTrue();
    assertThat(PRODUCT.containPackage("dev.plimsoll.cli")).isTrue();
  }

  @Test
  void arrows_point_one_way() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("cli")
        .definedBy("dev.plimsoll.cli..")
        .optionalLayer("extender")
        .definedBy("dev.plimsoll.extender..")
        .optionalLayer("advisor")
        .definedBy("dev.plimsoll.advisor..")
        .optionalLayer("admission")
        .definedBy("dev.plimsoll.admission..")
        .optionalLayer("console")
        .definedBy("dev.plimsoll.console..")
        .layer("server")
        .definedBy("dev.plimsoll.server..")
        .layer("kube")
        .definedBy("dev.plimsoll.kube..")
        .layer("model")
        .definedBy("dev.plimsoll.model..")
        .layer("kubernetes")
        .definedBy("dev.plimsoll.kubernetes..")
        .optionalLayer("testkit")
        .definedBy("dev.plimsoll.testkit..")
        .whereLayer("cli")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("extender")
        .mayOnlyBeAccessedByLayers("cli")
        .whereLayer("advisor")
        .mayOnlyBeAccessedByLayers("cli")
        .whereLayer("admission")
        .mayOnlyBeAccessedByLayers("cli")
        .whereLayer("console")
        .mayOnlyBeAccessedByLayers("cli")
        .whereLayer("server")
        .mayOnlyBeAccessedByLayers("cli", "extender", "advisor", "admission", "console")
        .whereLayer("kube")
        .mayOnlyBeAccessedByLayers("cli", "extender", "advisor", "admission", "console", "server")
        .whereLayer("kubernetes")
        .mayNotAccessAnyLayer()
        .whereLayer("model")
        .mayOnlyAccessLayers("kubernetes")
        .whereLayer("testkit")
        .mayNotBeAccessedByAnyLayer()
        .check(PRODUCT);
  }

  @Test
  void the_drawing_shows_every_module_that_is_run() throws IOException {
    String drawing = Files.readString(CliRun.ROOT.resolve("docs/images/modules.svg"));
    String build = Files.readString(CliRun.ROOT.resolve("pom.xml"));

    assertThat(found("class=\"head\"[^>]*>(\\w+)<", drawing))
        .containsExactlyInAnyOrderElementsOf(
            found("<module>(\\w+)</module>", build.split("<profiles>")[0]).stream()
                .filter(module -> !List.of("testkit", "stage").contains(module))
                .toList());
  }

  private static List<String> found(String pattern, String text) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map((MatchResult it) -> it.group(1))
        .toList();
  }

  @Test
  void packages_form_no_cycles() {
    slices().matching("dev.plimsoll.(**)").should().beFreeOfCycles().check(PRODUCT);
  }

  @Test
  void
      rules_of_Kubernetes_depend_on_the_JDK_PCollections_JSpecify_and_for_expressions_on_CEL_only() {
    classes()
        .that()
        .resideInAPackage("dev.plimsoll.kubernetes..")
        .and()
        .resideOutsideOfPackage("dev.plimsoll.kubernetes.cel..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "dev.plimsoll.kubernetes..", "java..", "org.pcollections..", "org.jspecify..")
        .check(PRODUCT);
  }

  @Test
  void model_depends_on_the_rules_the_JDK_JGraphT_and_JSpecify_only() {
    classes()
        .that()
        .resideInAPackage("dev.plimsoll.model..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "dev.plimsoll.model..",
            "dev.plimsoll.kubernetes..",
            "java..",
            "org.jgrapht..",
            "org.jspecify..")
        .check(PRODUCT);
  }

  @Test
  void rules_and_model_read_neither_files_nor_the_network() {
    noClasses()
        .that()
        .resideInAnyPackage("dev.plimsoll.kubernetes..", "dev.plimsoll.model..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.net..", "java.nio.file..", "java.nio.channels..")
        .check(PRODUCT);
  }

  @Test
  void rules_and_model_have_no_clock_of_their_own() {
    noClasses()
        .that()
        .resideInAnyPackage("dev.plimsoll.kubernetes..", "dev.plimsoll.model..")
        .should()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(Clock.class)
        .check(PRODUCT);
  }

  @Test
  void only_what_talks_to_the_API_server_knows_its_client() {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            "dev.plimsoll.kube..", "dev.plimsoll.server.election..", "dev.plimsoll.advisor.live..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.kubernetes..")
        .check(PRODUCT);
  }

  @Test
  void only_the_server_knows_Spark_and_Jetty() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.plimsoll.server.http..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("spark..", "org.eclipse.jetty..", "javax.servlet..")
        .check(PRODUCT);
  }

  @Test
  void only_one_package_knows_the_SDK_of_the_protocol_for_agents() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.plimsoll.console.mcp..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.modelcontextprotocol..", "reactor..")
        .check(PRODUCT);
  }

  @Test
  void no_simple_name_occurs_twice() {
    Map<String, List<String>> classes =
        PRODUCT.stream()
            .filter(JavaClass::isTopLevelClass)
            .filter(c -> !c.getSimpleName().equals("package-info"))
            .collect(groupingBy(JavaClass::getSimpleName, mapping(JavaClass::getName, toList())));

    assertThat(classes.values()).allSatisfy(names -> assertThat(names).hasSize(1));
  }
}
