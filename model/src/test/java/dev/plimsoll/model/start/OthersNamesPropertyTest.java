package dev.plimsoll.model.start;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.Gang;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Enforcement;
import dev.plimsoll.model.tenancy.Enforcement.AdmissionMode;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import dev.plimsoll.model.tenancy.Shares;
import dev.plimsoll.model.tenancy.Tenant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * Names of other tenants' objects decide nothing in a tenant's answer beyond the shares: the
 * division gives an indivisible remainder to the first by name. So an answer is the same if all
 * have the same shares under both names, and if the new names have the same order.
 */
class OthersNamesPropertyTest {
  private static final int NODES = 4;
  private static final int GPUS = 8;
  private static final int WAITING = 8;
  private static final String OWN = "m-own";
  private static final String GPU = "nvidia.com/gpu";

  /** Names of others: by number, drawn anew for each seed, before and after one's own. */
  private static final class Names {
    private final Random random;
    private final List<String> known = new ArrayList<>();

    private final String end;

    Names(long seed) {
      this(seed, "");
    }

    /** Draws names and appends an end, which keeps their order. */
    Names(long seed, String end) {
      this.random = new Random(seed);
      this.end = end;
    }

    String of(int number) {
      while (known.size() <= number) {
        String name = (char) ('a' + random.nextInt(26)) + "x";
        for (int i = 0; i < 6; i++) {
          name += (char) ('a' + random.nextInt(26));
        }
        known.add(name + end);
      }
      return known.get(number);
    }
  }

  /**
   * The answers in a cluster, and the shares by the number of the tenant.
   *
   * @param answers the answers about one's own pods
   * @param shares the shares of one's own tenant and of the others, by number
   */
  private record World(List<String> answers, List<String> shares) {}

  private static World world(long seed, Names names, PlacementMode placement, int[] weights) {
    Random random = new Random(seed);
    String other = names.of(0);
    String third = names.of(1);
    List<String> namespaces = List.of(OWN, other, third);
    List<Tenant> tenants =
        List.of(
            Tenant.of("own", weights[0], OWN),
            Tenant.of(names.of(2), weights[1], other),
            Tenant.of(names.of(3), weights[2], third));
    CapacityPolicy policy =
        CapacityPolicy.proportional(
                names.of(19), tenants, List.of(DividedResource.of(ResourceName.of(GPU))))
            .withEnforcement(new Enforcement(AdmissionMode.OFF, placement, BorrowingMode.IDLE));
    QueueCluster cluster = new QueueCluster().policy(policy);
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
      int gpus = 1 + random.nextInt(4);
      Pod single =
          QueueCluster.waits(namespaces.get(tenant), job, name, gpus, 60L * random.nextInt(3));
      boolean isGang = random.nextInt(4) == 0;
      String group = tenant == 0 ? "gang" : names.of(120 + tenant);
      Pod pod = withUid(isGang ? inGang(single, group) : single, 80 + i);
      cluster.add(pod);
      if (tenant == 0) {
        own.add(pod);
      }
    }
    StartText text = new StartText(OWN::equals, false);
    StartQuestion question = cluster.question();
    StartOptions options = StartOptions.STANDARD.withRuns(20);
    List<String> answers =
        StartEstimator.of(question.withOptions(options)).estimates(own).stream()
            .map(e -> text(text, e))
            .toList();
    Shares shares = Shares.of(question.simulation().cluster(), policy);
    return new World(
        answers,
        tenants.stream()
            .map(t -> shares.of(t.name(), ResourceName.of(GPU)).orElseThrow())
            .map(s -> s.share() + " " + s.ceiling())
            .toList());
  }

  private static Pod inGang(Pod pod, String group) {
    return pod.withMetadata(pod.metadata().withLabels(Map.of(Gang.SIZE, "2", Gang.NAME, group)));
  }

  /** The API server draws the uid; it has nothing of the name. */
  private static Pod withUid(Pod pod, int number) {
    return pod.withMetadata(pod.metadata().withUid("uid-" + number));
  }

  private static String text(StartText text, StartEstimate estimate) {
    return "%s %s %s %s %s %s"
        .formatted(
            estimate.pod().key(),
            text.needs(estimate),
            StartText.place(estimate.place()),
            estimate.likely().map(l -> List.of(l.starts())),
            estimate.latest(),
            estimate.limits());
  }

  @Property(tries = 200)
  void an_answer_is_the_same_whatever_others_are_called_if_their_shares_are(
      @ForAll long seed,
      @ForAll PlacementMode placement,
      @ForAll @IntRange(min = 1, max = 3) int own,
      @ForAll @IntRange(min = 1, max = 3) int other,
      @ForAll @IntRange(min = 1, max = 3) int third) {
    int[] weights = {own, other, third};
    World world = world(seed, new Names(seed + 1), placement, weights);
    World renamed = world(seed, new Names(seed + 2), placement, weights);

    Assume.that(renamed.shares().equals(world.shares()));
    assertThat(renamed.answers()).isEqualTo(world.answers()).isNotEmpty();
  }

  @Property(tries = 50)
  void an_answer_is_the_same_whatever_others_are_called_if_shares_divide_evenly(
      @ForAll long seed, @ForAll PlacementMode placement) {
    int[] even = {2, 1, 1};
    World world = world(seed, new Names(seed + 1), placement, even);

    assertThat(world(seed, new Names(seed + 2), placement, even)).isEqualTo(world);
  }

  @Property(tries = 50)
  void an_answer_is_the_same_if_new_names_have_the_same_order(
      @ForAll long seed, @ForAll PlacementMode placement) {
    int[] odd = {1, 1, 1};
    World world = world(seed, new Names(seed + 1), placement, odd);

    assertThat(world(seed, new Names(seed + 1, "z"), placement, odd)).isEqualTo(world);
  }
}
