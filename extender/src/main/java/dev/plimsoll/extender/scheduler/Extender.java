package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.accounting.BindCheck;
import dev.plimsoll.extender.accounting.NodeHeadrooms;
import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.extender.journal.Decided;
import dev.plimsoll.extender.journal.Grounds;
import dev.plimsoll.extender.protocol.CandidateNodes;
import dev.plimsoll.extender.protocol.ExtenderArgs;
import dev.plimsoll.extender.protocol.ExtenderBindingArgs;
import dev.plimsoll.extender.protocol.ExtenderFilterResult;
import dev.plimsoll.extender.protocol.ExtenderPreemptionArgs;
import dev.plimsoll.extender.protocol.ExtenderPreemptionArgs.MetaVictims;
import dev.plimsoll.extender.protocol.ExtenderResults;
import dev.plimsoll.extender.protocol.NodeNames;
import dev.plimsoll.extender.scoring.BinPacking;
import dev.plimsoll.extender.scoring.NodeHeadroom;
import dev.plimsoll.extender.scoring.WholeNodes;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import java.io.InputStream;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Answers kube-scheduler's four verbs from memory. Decisions are made one at a time; bodies are
 * read and answers written outside of that.
 */
public final class Extender {
  private static final String BIND_IS_OFF =
      "bind is off; drop bindVerb, or set scheduler.bind: true";

  /** Were it an error, {@code ignorable} would accept each pod that somebody made large. */
  private static final String TOO_LARGE = "the pod is too large to be decided about";

  private static final Grounds UNKNOWN_POD = new Grounds.Unrecorded("no watch had shown the pod");

  private static final Grounds NOT_BOUND =
      new Grounds.Unrecorded("the API server did not bind the pod");

  private final ExtenderSettings extenderSettings;
  private final PodBinder binder;
  private final Ticker ticker;
  private final Decisions decisions;
  private final BinPacking binPacking = new WholeNodes();

  /** Makes an extender that starts from a cluster, and goes by the settings' policies. */
  public Extender(
      Cluster cluster, ExtenderSettings extenderSettings, PodBinder binder, Ticker ticker) {
    this(cluster, extenderSettings, extenderSettings::policies, binder, ticker);
  }

  /** Makes an extender that starts from a cluster, and goes by policies that may change. */
  public Extender(
      Cluster cluster,
      ExtenderSettings extenderSettings,
      Supplier<List<CapacityPolicy>> policies,
      PodBinder binder,
      Ticker ticker) {
    this.extenderSettings = extenderSettings;
    this.binder = binder;
    this.ticker = ticker;
    this.decisions = new Decisions(cluster, extenderSettings, policies, ticker);
  }

  /** Returns a copy with the same answers. Its decisions are forgotten with it. */
  public Extender copyForWarmUp() {
    return new Extender(cluster(), extenderSettings, decisions::policies, binding -> "", ticker);
  }

  /**
   * One verb's answer.
   *
   * @param json what the scheduler is sent, in pieces
   * @param reason why, in one word for the metrics
   * @param decided what was decided about which pod; empty if nothing was
   * @param grounds what the answer depends on beside the checks
   */
  public record Response(
      List<byte[]> json, String reason, Optional<Decided> decided, Supplier<Grounds> grounds) {
    private Response(
        byte[] json, String reason, Optional<Decided> decided, Supplier<Grounds> grounds) {
      this(List.of(json), reason, decided, grounds);
    }
  }

  /** Returns the decisions and their state. */
  public Decisions decisions() {
    return decisions;
  }

  /** Returns the cluster that answers are made from. */
  public Cluster cluster() {
    return decisions.cluster();
  }

  /** Takes one change in that shows in the cluster; changes must come in their order. */
  public void changed(Optional<ApiObject> before, Optional<ApiObject> after, Cluster now) {
    decisions.changed(List.of(new ObjectChange(before, after)), now);
  }

  /** Answers {@code filter}: which of the nodes the pod may go to. */
  public Response filter(InputStream body) {
    ExtenderArgs args = ExtenderArgs.read(body);
    CandidateNodes candidateNodes = args.candidates();
    if (args.pod().isEmpty()) {
      return new Response(
          ExtenderResults.filter(
              candidateNodes, ExtenderFilterResult.held(TOO_LARGE, candidateNodes.size())),
          "too_large",
          Optional.empty(),
          Grounds.Checks::new);
    }
    Pod pod = args.pod().get();
    Answer<FilterDecision> answer =
        decisions.decideFilter(pod, candidateNodes.size(), candidateNodes::names);
    FilterDecision filterDecision = answer.value();
    ExtenderFilterResult filtered = filterDecision.filtered();
    int nodes = candidateNodes.size();
    return new Response(
        ExtenderResults.filter(candidateNodes, filtered),
        filterDecision.reason(),
        Optional.of(
            Decided.byChecks(pod, nodes, filtered.passing(nodes), filterDecision.checks())
                .afterHold(filterDecision.heldFor())
                .on(answer.revision())),
        Grounds.Checks::new);
  }

  /** Answers {@code prioritize}: how well each node suits the pod. */
  public Response prioritize(InputStream body) {
    ExtenderArgs args = ExtenderArgs.readNames(body);
    NodeNames nodeNames = args.candidates().names();
    Resources requests = args.pod().map(Decisions::requests).orElse(Resources.EMPTY);
    long revision = decisions.revision();
    List<NodeHeadroom> headrooms = decisions.headrooms(nodeNames, requests);
    boolean wantsDevices = NodeHeadrooms.wantsDevices(requests);
    int[] scores = binPacking.scores(headrooms, wantsDevices);
    return new Response(
        ExtenderResults.priorities(nodeNames, scores),
        "scored",
        args.pod()
            .map(pod -> Decided.of(pod, nodeNames.size(), nodeNames.size()))
            .map(decided -> decided.on(revision)),
        () -> Grounds.Scores.of(headrooms, scores, wantsDevices));
  }

  /** Answers {@code preempt}: on which of the nodes pods may be evicted for the pod. */
  public Response preempt(InputStream body) {
    ExtenderPreemptionArgs args = ExtenderPreemptionArgs.read(body);
    Map<String, List<String>> victims = new LinkedHashMap<>();
    Set<String> violating = new HashSet<>();
    args.victims()
        .forEach(
            (node, asked) -> {
              victims.put(node, asked.uids());
              if (asked.violations() > 0) {
                violating.add(node);
              }
            });
    Optional<Duration> heldFor = decisions.heldFor(args.pod());
    Answer<AllowedEvictions> evictions = decisions.preempt(args.pod(), victims, violating);
    Map<String, List<String>> allowed = evictions.value().victims();
    Map<String, MetaVictims> answer = new LinkedHashMap<>();
    args.victims()
        .forEach(
            (node, asked) -> {
              List<String> uids = allowed.getOrDefault(node, List.of());
              if (!uids.isEmpty()) {
                answer.put(node, new MetaVictims(uids, asked.violations()));
              }
            });
    return new Response(
        ExtenderResults.preemption(answer),
        answer.isEmpty() ? "rejected" : "passed",
        Optional.of(
            Decided.of(args.pod(), args.victims().size(), answer.size())
                .afterHold(heldFor)
                .on(evictions.revision())),
        () -> Grounds.Evictions.of(evictions.value().choice(), answer.keySet()));
  }

  /** Answers {@code bind}: binds the pod, and forgets it if that fails. */
  public Response bind(InputStream body) {
    if (!extenderSettings.bind()) {
      return new Response(
          ExtenderResults.error(BIND_IS_OFF), "off", Optional.empty(), Grounds.Checks::new);
    }
    ExtenderBindingArgs args = ExtenderBindingArgs.read(body);
    Answer<Optional<BindCheck>> answer = decisions.bind(args);
    Optional<BindCheck> check = answer.value();
    String rejection = check.map(BindCheck::rejection).orElseGet(() -> unknown(args));
    Grounds grounds =
        check.<Grounds>map(c -> new Grounds.Binding(c.resources())).orElse(UNKNOWN_POD);
    if (rejection.isEmpty()) {
      rejection = binder.bind(args);
      if (!rejection.isEmpty()) {
        decisions.forgetPod(args.podUid());
        grounds = NOT_BOUND;
      }
    }
    Grounds recorded = grounds;
    boolean isBound = rejection.isEmpty();
    return new Response(
        ExtenderResults.error(rejection),
        isBound ? "bound" : "rejected",
        Optional.of(
            new Decided(
                args.podNamespace(),
                args.podName(),
                args.podUid(),
                1,
                isBound ? 1 : 0,
                rejection,
                check.map(BindCheck::checks).orElse(List.of()),
                Optional.empty(),
                Optional.of(answer.revision()))),
        () -> recorded);
  }

  private static String unknown(ExtenderBindingArgs args) {
    return "pod " + args.podNamespace() + "/" + args.podName() + " is not known";
  }
}
