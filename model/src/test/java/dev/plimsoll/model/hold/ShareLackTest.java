package dev.plimsoll.model.hold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.usage.ShareAmounts;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShareLackTest {
  private static final CapacityPolicy NO_TENANTS =
      CapacityPolicy.proportional("gpus", List.of(), List.of());

  /** A tenant that has borrowed already may borrow that much in all, not so much more. */
  @Test
  void the_amount_to_borrow_counts_from_the_share() {
    assertThat(ShareLack.sentence(NO_TENANTS, "nlp", amounts(6), "the pod requests"))
        .isEqualTo(
            "tenant nlp has a share of 15 nvidia.com/gpu, uses 21, and may borrow at"
                + " most 6 beyond the share now; the pod requests 1");
    assertThat(ShareLack.sentence(NO_TENANTS, "nlp", amounts(0), "the pod requests"))
        .isEqualTo(
            "tenant nlp has a share of 15 nvidia.com/gpu and uses 21; the pod requests" + " 1");
  }

  private static ShareAmounts amounts(int borrowable) {
    return new ShareAmounts(
        ResourceName.of("nvidia.com/gpu"),
        Quantity.of(1),
        Quantity.of(21),
        Quantity.of(15),
        Quantity.of(40),
        Quantity.of(borrowable));
  }
}
