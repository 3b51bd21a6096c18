package dev.plimsoll.advisor.recommend;

import static dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder.quota;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.plan.DerivationStep;
import dev.plimsoll.model.tenancy.plan.ResourceQuotaProposal;
import java.util.List;
import org.junit.jupiter.api.Test;

class QuotaProposalDraftsTest {
  private static final ResourceName CPU = ResourceName.of("cpu");
  private static final ResourceName REQUESTS_CPU = ResourceName.of("requests.cpu");
  private static final ResourceQuota QUOTA = quota("q").hard("cpu=4,requests.cpu=4").build();

  private final QuotaProposalDrafts drafts = new QuotaProposalDrafts(List.of());
  private final ResourceQuotaProposal proposal = drafts.of("t", QUOTA);

  private static DerivationStep step(String amount) {
    return new DerivationStep("multiple", Quantity.parse(amount), "why");
  }

  @Test
  void what_was_done_to_a_proposal_since_it_was_read_is_kept() {
    drafts.drop(proposal, CPU);
    drafts.set(proposal, REQUESTS_CPU, Quantity.ZERO, step("6"));
    drafts.set(proposal, REQUESTS_CPU, Quantity.ZERO, step("8"));

    ResourceQuotaProposal draft = drafts.of("t", QUOTA);

    assertThat(draft.proposed()).hasToString("requests.cpu=8");
    assertThat(draft.keys().get(0).why()).containsExactly(step("6"), step("8"));
  }
}
