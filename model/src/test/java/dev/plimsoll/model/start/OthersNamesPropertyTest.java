package dev.plimsoll.model.start;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Enforcement;
import dev.plimsoll.model.tenancy.Enforcement.AdmissionMode;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import dev.plimsoll.model.tenancy.Tenant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Names of other tenants' objects decide nothing in a tenant's answer, where shares divide evenly.
 */
class OthersNamesPropertyTest {
  private static final int NODES = 4;
  private static final int GPUS = 8;
  private static final int WAITING = 8;
  private static final String OWN = "m-own";

  /** Names of others: by number, drawn anew for each seed, before and after one's own. */
  private static final class Names {
    private final Random random;
    private final List<String> known = new ArrayList<>();

    Names(long seed) {
      this.random = new Random(seed);
    }

    String of(int number) {
      while (known.size() <= number) {
        String name = (char) ('a' + random.nextInt(26)) + "x";
        for (int i = 0; i < 6; i++) {
          name += (char) ('a' + random.nextInt(26));
        }
        known.add(name);
      }
      return known.get(number);
    }
  }

  private static List<String> answers(long seed, Names names, PlacementMode placement) {
    Random random = new Random(seed);
    String other = names.of(0);
    String third = names.of(1);
    List<String> namespaces = List.of(OWN, other, third);
    QueueCluster cluster =
        new QueueCluster()
            .policy(
                CapacityPolicy.proportional(
                        "policy",
                        List.of(
                            Tenant.of("own", 2, OWN),
                            Tenant.of(names.of(2), 1, other),
                            Tenant.of(names.of(3), 1, third)),
                        List.of(DividedResource.of(ResourceName.of("nvidia.com/gpu"))))
                    .withEnforcement(
                        new Enforcement(AdmissionMode.OFF, placement, BorrowingMode.IDLE)));
    for (int i = 0; i < namespaces.size(); i++) {
      String job = i == 0 ? "job" : names.of(4 + i);
      cluster.ended(namespaces.get(i), job, 2, 600 + random.nextInt(9000), 7200, 3600);
    }
    for (int node = 0; node < NODES; node++) {
      cluster.node("n" + node, GPUS);
      for (int i = 0; i < GPUS / 2; i++) {
        int tenant = random.nextInt(3);
        String name = tenant == 0 ? "run-" + node + i : names.of(20 + node * GPUS + i);
        String job = tenant == 0 ? "job" : names.of(4 + tenant);
        long age = 600L * random.nextInt(4);
        cluster.add(
            withUid(
                QueueCluster.runs(namespaces.get(tenant), job, name, 2, "n" + node, age),
                node * GPUS + i));
      }
    }
    List<Pod> own = new ArrayList<>();
    for (int i = 0; i < WAITING; i++) {
      int tenant = i == 0 ? 0 : random.nextInt(3);
      String name = tenant == 0 ? "wait-" + i : names.of(80 + i);
      String job = tenant == 0 ? "job" : names.of(4 + tenant);
      Pod pod =
          withUid(
              QueueCluster.waits(
                  namespaces.get(tenant),
                  job,
                  name,
                  1 + random.nextInt(4),
                  60L * random.nextInt(3)),
              80 + i);
      cluster.add(pod);
      if (tenant == 0) {
        own.add(pod);
      }
    }
    StartText text = new StartText(OWN::equals, false);
    StartOptions options = StartOptions.STANDARD.withRuns(20);
    return StartEstimator.of(cluster.question().withOptions(options)).estimates(own).stream()
        .map(e -> text(text, e))
        .toList();
  }

  /** The API server draws the uid; it has nothing of the name. */
  private static Pod withUid(Pod pod, int number) {
    return pod.withMetadata(pod.metadata().withUid("uid-" + number));
  }

  private static String text(StartText text, StartEstimate estimate) {
    return "%s %s %s %s %s %s"
        .formatted(
            estimate.pod().key(),
            text.needs(estimate.needs()),
            StartText.place(estimate.place()),
            estimate.likely().map(l -> List.of(l.starts())),
            estimate.latest(),
            estimate.limits());
  }

  @Property(tries = 100)
  void an_answer_is_the_same_whatever_others_are_called(
      @ForAll long seed, @ForAll PlacementMode placement) {
    List<String> answers = answers(seed, new Names(seed + 1), placement);

    assertThat(answers(seed, new Names(seed + 2), placement)).isEqualTo(answers);
    assertThat(answers).isNotEmpty();
  }
}
