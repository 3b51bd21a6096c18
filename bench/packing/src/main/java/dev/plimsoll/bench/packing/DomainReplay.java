package dev.plimsoll.bench.packing;

import dev.plimsoll.bench.packing.DomainCluster.Job;
import dev.plimsoll.bench.packing.SimulatedNodes.WholeNodesLeft;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;

/**
 * Jobs that come and end on the nodes of racks. A job that finds no nodes waits; younger jobs may
 * overtake. With each arrival, jobs end at random until the load is no more than is asked for.
 */
final class DomainReplay {
  /** Jobs that come before measuring begins, as a multiple of the jobs that fill the cluster. */
  private static final int WARM_UP = 3;

  private static final int MEASURED = 10;
  private static final int LEAST_ARRIVALS = 12_000;
  private static final int INTERVAL = 20;

  /** After as many mean run times a job gives up. */
  private static final double LONGEST_WAIT = 2;

  private final DomainCluster cluster;
  private final Random random;
  private final Random order;
  private final SimulatedNodes nodes;
  private final List<SimulatedRack> racks = new ArrayList<>();
  private final SimulatedScheduler scheduler;
  private final Demand load;
  private final List<Running> running = new ArrayList<>();
  private final List<Waiting> waiting = new ArrayList<>();
  private final List<Double> waits = new ArrayList<>();

  private record Running(Job job, List<SimulatedNode> nodes) {}

  private record Waiting(Job job, int since) {}

  /**
   * What was measured.
   *
   * @param racks whole racks in the mean
   * @param nodes whole nodes in the mean
   * @param waiting how long jobs of 64 devices waited in the mean, in percent of the mean run time;
   *     a job that gave up has waited for twice that time
   */
  record Measured(WholeNodesLeft racks, WholeNodesLeft nodes, double waiting) {}

  DomainReplay(DomainCluster cluster, ScoringPolicy policy, long seed) {
    this.cluster = cluster;
    random = new Random(seed);
    order = new Random(seed + 1_000_000);
    PackedCluster packed = cluster.packed();
    nodes = new SimulatedNodes(packed);
    List<SimulatedNode> shuffled = new ArrayList<>(nodes.all());
    Collections.shuffle(shuffled, new Random(seed));
    for (int i = 0; i < cluster.racks(); i++) {
      racks.add(
          new SimulatedRack(
              shuffled.subList(i * cluster.nodes(), (i + 1) * cluster.nodes()),
              i,
              cluster.racks()));
    }
    scheduler = new SimulatedScheduler(policy, nodes.all(), false, new Random(seed));
    load = new Demand(packed);
  }

  Measured steady(double mark) {
    int fill = (int) (cluster.racks() * cluster.nodes() * cluster.devices() * mark / mean());
    int longest = (int) (LONGEST_WAIT * fill);
    int warmUp = WARM_UP * fill;
    int arrivals = warmUp + Math.max(LEAST_ARRIVALS, MEASURED * fill);
    List<WholeNodesLeft> wholeRacks = new ArrayList<>();
    List<WholeNodesLeft> wholeNodes = new ArrayList<>();
    for (int i = 0; i < arrivals; i++) {
      if (i == warmUp) {
        waits.clear();
      }
      Job job = cluster.draw(order);
      count(job, 1);
      while (load.share() > mark && !running.isEmpty()) {
        end();
      }
      count(job, -1);
      retry(i, fill, longest);
      if (!start(job)) {
        waiting.add(new Waiting(job, i));
      } else {
        waited(job, 0);
      }
      if (i >= warmUp && i % INTERVAL == 0) {
        wholeRacks.add(wholeRacks());
        wholeNodes.add(nodes.wholeNodes());
      }
    }
    return new Measured(Means.of(wholeRacks), Means.of(wholeNodes), 100 * Means.of(waits, w -> w));
  }

  /** The mean devices of a job. */
  private static double mean() {
    Random drawn = new Random(0);
    DomainCluster any = DomainCluster.REPORTED.get(0);
    int jobs = 10_000;
    long sum = 0;
    for (int i = 0; i < jobs; i++) {
      sum += any.draw(drawn).devices();
    }
    return (double) sum / jobs;
  }

  private void retry(int now, int fill, int longest) {
    waiting.removeIf(
        w -> {
          boolean isOver = now - w.since() >= longest;
          if (isOver || start(w.job())) {
            waited(w.job(), isOver ? LONGEST_WAIT : (double) (now - w.since()) / fill);
            return true;
          }
          return false;
        });
  }

  private void waited(Job job, double runTimes) {
    if (job.devices() == DomainCluster.LARGEST) {
      waits.add(runTimes);
    }
  }

  private void count(Job job, int sign) {
    for (int i = 0; i < job.pods(); i++) {
      if (sign > 0) {
        load.add(job.task());
      } else {
        load.remove(job.task());
      }
    }
  }

  private boolean start(Job job) {
    Optional<List<SimulatedNode>> found = job.pods() == 1 ? one(job.task()) : gang(job);
    found.ifPresent(
        some -> {
          running.add(new Running(job, some));
          count(job, 1);
        });
    return found.isPresent();
  }

  private Optional<List<SimulatedNode>> one(Task task) {
    OptionalInt node = scheduler.place(task);
    return node.isPresent() ? Optional.of(List.of(nodes.get(node.getAsInt()))) : Optional.empty();
  }

  /** All pods in the rack with the least free that takes them, as the extender places gangs. */
  private Optional<List<SimulatedNode>> gang(Job job) {
    Optional<List<SimulatedNode>> found =
        racks.stream()
            .filter(r -> r.free() >= job.devices())
            .filter(r -> r.fitting(job.task()).size() >= job.pods())
            .min(Comparator.comparingLong(SimulatedRack::free))
            .map(r -> r.fitting(job.task()).subList(0, job.pods()));
    found.ifPresent(some -> some.forEach(n -> n.add(job.task())));
    return found;
  }

  private void end() {
    int last = running.size() - 1;
    Collections.swap(running, random.nextInt(running.size()), last);
    Running ended = running.remove(last);
    ended.nodes().forEach(n -> n.remove(ended.job().task()));
    count(ended.job(), -1);
  }

  private WholeNodesLeft wholeRacks() {
    long whole = racks.stream().filter(SimulatedRack::isWhole).count();
    long possible = nodes.possible() / cluster.nodes();
    return new WholeNodesLeft(whole, possible);
  }
}
