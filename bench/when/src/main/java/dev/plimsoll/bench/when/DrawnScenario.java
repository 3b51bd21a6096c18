package dev.plimsoll.bench.when;

import dev.plimsoll.bench.when.Objects.Template;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.model.gate.ShareGate;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Enforcement;
import dev.plimsoll.model.tenancy.Enforcement.AdmissionMode;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import dev.plimsoll.model.tenancy.Tenant;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;

/**
 * A scenario of four tenants with several owners each. The owners differ in the size of their pods
 * and in how long the pods usually run. Some owners make gangs, some have pods of a whole node.
 *
 * @param name as it is printed
 * @param law how long pods run
 * @param arrivals when pods are created
 * @param placement whether shares are enforced, and how
 * @param load the demand beside the capacity
 * @param deadlines whether pods have {@code activeDeadlineSeconds}
 * @param nightly whether a third of the demand comes from CronJobs at night
 */
record DrawnScenario(
    String name,
    Law law,
    Arrivals arrivals,
    PlacementMode placement,
    double load,
    boolean deadlines,
    boolean nightly) {
  private static final int NODES = 8;
  private static final int GPUS = 8;
  private static final double HOURS = 120;
  private static final int OWNERS = 4;
  private static final List<String> TENANTS = List.of("speech", "vision", "nlp", "batch");
  private static final List<Long> WEIGHTS = List.of(4L, 2L, 1L, 1L);
  private static final List<Integer> SIZES = List.of(1, 1, 2, 4, 1, 1, 2, 1, 2, 4, 8, 1);

  /** The pods of one kind. */
  private record Owner(String name, Template template, double scale, double part, boolean cron) {

    double gpus() {
      return template.requests().getOrZero(Objects.GPU).toBigDecimal().doubleValue()
          * template.gang();
    }
  }

  Scenario draw(RandomGenerator random) {
    List<Owner> owners = owners(random);
    List<Submission> submissions = new ArrayList<>();
    for (Owner owner : owners) {
      double mean = mean(random.nextLong(), owner);
      double number = load * owner.part() * NODES * GPUS * HOURS / (owner.gpus() * mean);
      Arrivals when = owner.cron() ? Arrivals.nightly() : arrivals;
      int count = 0;
      for (double at : when.draw(random, number, HOURS)) {
        submit(random, owner, count++, at, submissions);
      }
    }
    List<ApiObject> objects = new ArrayList<>();
    for (int i = 0; i < NODES; i++) {
      objects.add(Objects.node("node-%02d".formatted(i), "A100", 96_000, 768 << 10, GPUS));
    }
    TENANTS.forEach(t -> objects.add(Objects.namespace(t)));
    return new Scenario(name, objects, policies(), submissions);
  }

  private List<Owner> owners(RandomGenerator random) {
    List<Owner> owners = new ArrayList<>();
    for (int t = 0; t < TENANTS.size(); t++) {
      for (int i = 0; i < OWNERS; i++) {
        int gpus = SIZES.get(random.nextInt(SIZES.size()));
        boolean isGang = placement != PlacementMode.OFF && i == OWNERS - 1 && t < 2;
        gpus = isGang ? Math.min(gpus, 4) : gpus;
        double scale = Math.exp(random.nextDouble() * Math.log(6));
        double part = (0.5 + random.nextDouble()) / (TENANTS.size() * OWNERS);
        boolean isCron = nightly && i == 0;
        Template template =
            new Template(
                TENANTS.get(t),
                Objects.requests(4000L * gpus, (32L << 10) * gpus, gpus),
                isGang ? 2 + random.nextInt(2) : 1,
                0,
                deadline(scale),
                placement == PlacementMode.GATE ? List.of(ShareGate.NAME) : List.of());
        String kind = isCron ? "nightly" : isGang ? "gang" : "train";
        owners.add(
            new Owner(
                TENANTS.get(t) + "-" + kind + "-" + (char) ('a' + i),
                template,
                scale,
                part,
                isCron));
      }
    }
    return owners;
  }

  private OptionalLong deadline(double scale) {
    return deadlines ? OptionalLong.of(Math.round(2 * scale * 3600)) : OptionalLong.empty();
  }

  /** Returns the mean hours that a pod of the owner runs, by drawing many. */
  private double mean(long seed, Owner owner) {
    RandomGenerator random = new java.util.Random(seed);
    double sum = 0;
    int draws = 2000;
    for (int i = 0; i < draws; i++) {
      Instant at = Scenario.START.plusSeconds(Math.round(HOURS * 3600 * i / draws));
      sum += runs(random, owner, at).toMillis() / 3_600_000.0;
    }
    return sum / draws;
  }

  private Duration runs(RandomGenerator random, Owner owner, Instant at) {
    Duration runs =
        law.draw(random, owner.scale(), at, Duration.ofSeconds(Math.round(HOURS * 3600)));
    OptionalLong most = owner.template().deadlineSeconds();
    return most.isPresent() && runs.toSeconds() >= most.getAsLong()
        ? Duration.ofSeconds(most.getAsLong())
        : runs;
  }

  private void submit(
      RandomGenerator random, Owner owner, int count, double at, List<Submission> submissions) {
    Instant created = Scenario.START.plusSeconds(Math.round(at * 3600));
    String job = owner.name() + "-" + (owner.cron() ? 29_000_000 + count : count);
    int gang = owner.template().gang();
    Duration together = runs(random, owner, created);
    for (int i = 0; i < gang; i++) {
      String pod = gang == 1 ? job : job + "-" + i;
      submissions.add(new Submission(Objects.pod(owner.template(), job, pod, created), together));
    }
  }

  private List<CapacityPolicy> policies() {
    if (placement == PlacementMode.OFF) {
      return List.of();
    }
    List<Tenant> tenants = new ArrayList<>();
    for (int t = 0; t < TENANTS.size(); t++) {
      tenants.add(Tenant.of(TENANTS.get(t), WEIGHTS.get(t), TENANTS.get(t)));
    }
    return List.of(
        CapacityPolicy.proportional("gpus", tenants, List.of(DividedResource.of(Objects.GPU)))
            .withEnforcement(new Enforcement(AdmissionMode.OFF, placement, BorrowingMode.IDLE)));
  }
}
