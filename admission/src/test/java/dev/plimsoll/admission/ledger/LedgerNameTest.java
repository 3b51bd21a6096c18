package dev.plimsoll.admission.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.ledger.QuotaOrigin;
import dev.plimsoll.model.ledger.QuotaOrigin.OfCluster;
import dev.plimsoll.model.ledger.QuotaOrigin.OfNamespace;
import dev.plimsoll.model.ledger.QuotaOrigin.OfTenant;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class LedgerNameTest {
  @Test
  void a_name_begins_with_what_people_can_read() {
    assertThat(LedgerName.of(new OfNamespace("team-a", "gpus")))
        .matches("team-a-gpus-[0-9a-f]{20}");
    assertThat(LedgerName.of(new OfTenant("gpus", "Natural Language")))
        .matches("gpus-natural-language-[0-9a-f]{20}");
  }

  @Test
  void quotas_that_read_alike_have_names_of_their_own() {
    List<QuotaOrigin> origins =
        List.of(
            new OfNamespace("a", "b-c"),
            new OfNamespace("a-b", "c"),
            new OfNamespace("a", "b.c"),
            new OfTenant("a", "b-c"),
            new OfTenant("a-b", "c"),
            new OfTenant("a", "B-C"),
            new OfCluster("a-b-c"),
            new OfNamespace("a", "b-c" + "d".repeat(250)),
            new OfNamespace("a", "b-c" + "d".repeat(249)));

    assertThat(origins.stream().map(LedgerName::of)).doesNotHaveDuplicates();
  }

  @Property
  void every_name_is_one_that_the_API_server_takes(
      @ForAll @StringLength(max = 300) String one, @ForAll @StringLength(max = 300) String other) {
    assertThat(LedgerName.of(new OfTenant(one, other)))
        .hasSizeLessThanOrEqualTo(253)
        .matches("[a-z0-9]([-a-z0-9]*[a-z0-9])?");
  }
}
