package dev.plimsoll.cli;

import dev.plimsoll.cli.output.ControlCharacters;
import dev.plimsoll.cli.output.Style;
import dev.plimsoll.cli.output.TerminalPrinter;
import dev.plimsoll.cli.output.WordWrap;
import dev.plimsoll.kube.report.AdmissionSummary;
import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.limits.Injection;
import dev.plimsoll.kubernetes.limits.LimitRanger;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.NodeDiagnosis;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.kubernetes.workload.Workloads;
import dev.plimsoll.model.explain.Explanation;
import dev.plimsoll.model.explain.PodState;
import dev.plimsoll.model.explain.PodVerdict;
import dev.plimsoll.model.explain.QuotaCharge;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.Unexamined;
import dev.plimsoll.model.whatif.DecisionStep;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Prints an explanation for people, layer by layer. */
final class ExplanationText {
  private static final int NODES_NAMED = 5;
  private static final String UNDECIDED = "could not be decided, because of a defect in Plimsoll";

  private final TerminalPrinter out;
  private final Cluster cluster;
  private final RemediesText remedies;
  private final UnreadText unread;

  ExplanationText(TerminalPrinter out, Cluster cluster, RemediesText remedies, UnreadText unread) {
    this.out = out;
    this.cluster = cluster;
    this.remedies = remedies;
    this.unread = unread;
  }

  void print(Explanation explanation) {
    String where =
        explanation.subject().namespace().isEmpty()
            ? ""
            : "  (namespace " + explanation.subject().namespace() + ")";
    heading(explanation.verdict(), explanation.summary() + where);
    PodState worst = explanation.worst();
    queue(explanation.queue());
    notes(worst, "");
    failed(explanation);
    if (!worst.pod().isTerminal() && worst.verdict() != PodVerdict.WaitsForPod) {
      admission(explanation);
      placement(worst);
    }
    explanation
        .recordedEvent()
        .ifPresent(e -> section("Recorded", e.reason() + times(e.count()) + ": " + e.note()));
    for (Event event : explanation.autoscalers()) {
      section(
          "Autoscaler " + event.reporter(),
          event.reason()
              + times(event.count())
              + event.lastSeen().map(t -> ", last at " + t).orElse("")
              + ": "
              + event.note());
    }
    if (!explanation.unread().isEmpty()) {
      section("Not known, since not read", explanation.unread().names());
      unread.remedy(explanation.unread());
    }
    UnexaminedText.print(out, explanation.unexamined());
    gaps(explanation.gaps());
    remedies.print(explanation.gaps(), explanation.root(), !cluster.covers(Node.RESOURCE));
  }

  /** Prints the version of Kubernetes whose rules were applied. */
  void printRules() {
    section("Rules", cluster.controlPlane().describe());
  }

  private void heading(PodVerdict verdict, String text) {
    Style style = verdict.isFine() ? Style.GOOD : Style.ERROR;
    WordWrap.lines(ControlCharacters.escaped(text), out.columns())
        .forEach(l -> out.println(style.of(l)));
  }

  private void section(String title, String first) {
    out.println();
    out.println(Style.STRONG.of(title));
    sentence(first);
  }

  /** Prints text that is broken between words where the terminal is too narrow for it. */
  private void sentence(String text) {
    out.wrapped("  " + ControlCharacters.escaped(text));
  }

  private void queue(List<String> sentences) {
    if (!sentences.isEmpty()) {
      section("Queue", sentences.get(0));
      sentences.stream().skip(1).forEach(this::sentence);
    }
  }

  /** Says why pods have failed in whose place others may run by now. */
  private void failed(Explanation explanation) {
    explanation.states().stream()
        .skip(1)
        .filter(s -> s.verdict() == PodVerdict.Failed)
        .findFirst()
        .ifPresent(s -> notes(s, s.count() == 1 ? "" : ", and " + (s.count() - 1) + " more"));
  }

  private void notes(PodState state, String more) {
    if (state.notes().isEmpty()) {
      return;
    }
    section("Pod " + state.pod().name() + more, state.notes().get(0));
    state.notes().stream().skip(1).forEach(this::sentence);
  }

  private void admission(Explanation explanation) {
    PodState state = explanation.worst();
    AdmissionSummary summary = AdmissionSummary.of(explanation);
    String decision =
        state.exists()
            ? "pod " + state.pod().name() + " was admitted"
            : decision(submitted(state), summary);
    section("API server", decision);
    for (Injection injection : summary.injections()) {
      sentence(
          "limit range "
              + injection.limitRange()
              + " adds to container "
              + injection.container()
              + ": "
              + injection.target()
              + " "
              + injection.resource()
              + "="
              + injection.quantity());
    }
    String injected = state.pod().metadata().annotations().get(LimitRanger.ANNOTATION);
    if (state.exists() && injected != null) {
      sentence("its annotation " + LimitRanger.ANNOTATION + " says: \"" + injected + "\"");
    }
    for (QuotaCharge charge : summary.charges()) {
      sentence(charge(charge, whose(state)));
    }
    if (!summary.message().isEmpty()) {
      sentence("says: " + summary.message());
    }
  }

  /** Returns the object that the API server decides on: the pod, or its creator to be. */
  private static String submitted(PodState state) {
    return creator(state)
        .map(c -> Workloads.label(c.reference()))
        .orElse("pod " + state.pod().name());
  }

  private static Optional<ApiObject> creator(PodState state) {
    return state
        .admission()
        .map(AdmissionReport::object)
        .filter(object -> !(object instanceof Pod));
  }

  private static String whose(PodState state) {
    return state.exists()
        ? "this pod's "
        : creator(state).map(c -> "this " + c.type().kind()).orElse("this pod") + " adds ";
  }

  private static String decision(String object, AdmissionSummary summary) {
    if (!summary.decided()) {
      return "whether " + object + " would be admitted " + UNDECIDED;
    }
    if (!summary.unread().isEmpty()) {
      return "whether " + object + " would be admitted isn't known: " + summary.unread().message();
    }
    return object
        + (summary.allowed() ? " would be admitted" : " is denied (" + summary.code() + ")");
  }

  private static String charge(QuotaCharge charge, String whose) {
    return "quota "
        + charge.quota()
        + ": "
        + charge.key()
        + " "
        + charge.used()
        + " used of "
        + charge.hard()
        + ", "
        + whose
        + charge.requested()
        + (charge.exceeded() ? "  <- binds" : "");
  }

  private void placement(PodState state) {
    if (state.exists() && state.pod().isBound()) {
      section("Scheduler", "placed on node " + state.pod().spec().nodeName());
      return;
    }
    if (state.scheduleResult().isEmpty()) {
      state
          .undecided()
          .flatMap(Unexamined::step)
          .filter(step -> step == DecisionStep.Placement)
          .ifPresent(step -> section("Scheduler", step.question() + " " + UNDECIDED));
      return;
    }
    ScheduleResult scheduleResult = state.scheduleResult().get();
    boolean admitted = state.admission().map(a -> a.allowed()).orElse(true);
    String prefix = admitted ? "" : "not reached; if the pod were admitted: ";
    if (scheduleResult instanceof ScheduleResult.Unknown unknown) {
      section("Scheduler", prefix + "not known: " + unknown.unread().message());
    } else if (scheduleResult instanceof ScheduleResult.Feasible feasible) {
      section(
          "Scheduler",
          prefix
              + Counted.of(feasible.nodes().size(), "node")
              + " would take it: "
              + some(feasible.nodes()));
    } else {
      section("Scheduler", prefix + scheduleResult.message());
      if (scheduleResult instanceof ScheduleResult.Unschedulable unschedulable) {
        diagnoses(unschedulable.nodes());
      }
      if (scheduleResult instanceof ScheduleResult.Preempting preempting) {
        sentence(
            "to be evicted on "
                + preempting.node()
                + ": "
                + some(preempting.victims().stream().map(p -> p.key()).toList()));
      }
    }
    scheduleResult.assumptions().forEach(a -> sentence("assumed: " + a));
  }

  private void diagnoses(List<NodeDiagnosis> nodes) {
    Map<String, List<String>> byReason = new LinkedHashMap<>();
    for (NodeDiagnosis node : nodes) {
      byReason
          .computeIfAbsent(String.join(", ", node.reasons()), r -> new ArrayList<>())
          .add(node.node().name());
    }
    byReason.forEach((reason, names) -> sentence(some(names) + ": " + reason));
  }

  private void gaps(List<Gap> gaps) {
    for (int i = 0; i < gaps.size(); i++) {
      String text = gaps.get(i).kind() + ": " + gaps.get(i).message();
      if (i == 0) {
        section("What is wrong", text);
      } else {
        sentence(text);
      }
    }
  }

  private static String times(long count) {
    return count > 1 ? " (" + count + " times)" : "";
  }

  private static String some(List<String> names) {
    Set<String> distinct = new LinkedHashSet<>(names);
    String named = distinct.stream().limit(NODES_NAMED).collect(Collectors.joining(", "));
    return distinct.size() > NODES_NAMED
        ? named + " and " + (distinct.size() - NODES_NAMED) + " more"
        : named;
  }
}
