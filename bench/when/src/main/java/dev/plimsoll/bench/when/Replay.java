package dev.plimsoll.bench.when;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * Plays a scenario's demand by the rules of the model's own scheduler and policies. Ends come
 * before arrivals of the same instant. The same scenario always gives the same runs. For one
 * thread.
 */
final class Replay {
  private final Scenario scenario;
  private final ReplayState state;
  private final PriorityQueue<Run> running =
      new PriorityQueue<>(Comparator.comparing(Run::ended).thenComparing(r -> r.pod().key()));
  private final Map<String, Duration> lifetimes = new HashMap<>();
  private final List<Run> started = new ArrayList<>();
  private final List<Run> ended = new ArrayList<>();

  Replay(Scenario scenario) {
    this.scenario = scenario;
    this.state = new ReplayState(scenario.cluster(), scenario.policies());
    scenario.submissions().forEach(s -> lifetimes.put(s.pod().key(), s.runs()));
  }

  /** The number of starts and ends by then, since the lists still grow. */
  private record Seen(Question question, Cluster cluster, int started, int ended) {}

  /** Returns all runs, in the order of their starts. */
  List<Run> run() {
    ask(List.of());
    return started;
  }

  /** Returns what is known at each question, in the order of their instants. */
  List<AskedQueue> ask(Collection<Question> questions) {
    List<Question> asked =
        questions.stream()
            .sorted(Comparator.comparing(Question::at).thenComparing(Question::pod))
            .toList();
    List<Seen> seen = new ArrayList<>();
    int submitted = 0;
    int answered = 0;
    List<Submission> submissions = scenario.submissions();
    while (submitted < submissions.size() || answered < asked.size() || !running.isEmpty()) {
      Instant now = Instant.MAX;
      if (submitted < submissions.size()) {
        now = submissions.get(submitted).created();
      }
      if (answered < asked.size() && asked.get(answered).at().isBefore(now)) {
        now = asked.get(answered).at();
      }
      if (!running.isEmpty() && running.peek().ended().isBefore(now)) {
        now = running.peek().ended();
      }
      state.advance(now);
      List<String> freed = end(now);
      List<Pod> created = new ArrayList<>();
      while (submitted < submissions.size() && !submissions.get(submitted).created().isAfter(now)) {
        Pod pod = submissions.get(submitted).pod();
        state.create(pod);
        created.add(pod);
        submitted++;
      }
      if (!freed.isEmpty() || !created.isEmpty()) {
        place(freed, created);
      }
      while (answered < asked.size() && !asked.get(answered).at().isAfter(now)) {
        seen.add(new Seen(asked.get(answered), state.cluster(), started.size(), ended.size()));
        answered++;
      }
    }
    return seen.stream().map(this::queue).toList();
  }

  private AskedQueue queue(Seen seen) {
    String[] key = seen.question().pod().split("/", 2);
    Pod pod = seen.cluster().find(Pod.class, key[0], key[1]).orElseThrow();
    return new AskedQueue(
        seen.question(),
        seen.cluster(),
        pod,
        started.subList(0, seen.started()),
        ended.subList(0, seen.ended()));
  }

  private List<String> end(Instant now) {
    List<String> freed = new ArrayList<>();
    while (!running.isEmpty() && !running.peek().ended().isAfter(now)) {
      Run run = running.remove();
      state.end(run.pod());
      ended.add(run);
      freed.add(run.pod().spec().nodeName());
    }
    return freed;
  }

  private void place(List<String> freed, List<Pod> created) {
    boolean isPlain =
        !PlacementPass.has(scenario.policies(), PlacementMode.HOLD)
            && !PlacementPass.has(scenario.policies(), PlacementMode.GATE);
    Collection<Pod> candidates = isPlain ? candidates(freed, created) : state.pending();
    for (Pod pod : PlacementPass.run(scenario.policies(), state, candidates)) {
      Duration runs = lifetimes.getOrDefault(pod.key(), Duration.ZERO);
      Run run = new Run(pod, state.now(), state.now().plus(runs));
      started.add(run);
      running.add(run);
    }
  }

  /** A pod that found no node before can only fit where a pod has ended. */
  private Collection<Pod> candidates(List<String> freed, List<Pod> created) {
    Map<PodSpec, Boolean> known = new HashMap<>();
    List<Pod> candidates = new ArrayList<>(created);
    for (Pod pod : state.pending()) {
      boolean fits =
          !freed.isEmpty()
              && known.computeIfAbsent(
                  pod.spec(),
                  s ->
                      freed.stream()
                          .distinct()
                          .anyMatch(n -> PlacementPass.SCHEDULER.fits(state.snapshot(), pod, n)));
      if (fits && !created.contains(pod)) {
        candidates.add(pod);
      }
    }
    return candidates;
  }
}
