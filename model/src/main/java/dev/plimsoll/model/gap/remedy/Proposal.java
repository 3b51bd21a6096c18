package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.model.gap.Actor;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Remedy;
import dev.plimsoll.model.patch.KubectlCommand;
import dev.plimsoll.model.whatif.Attempt;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.ChangeCommands;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.model.whatif.SimulationRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * A change that may help.
 *
 * @param action what to do, in one sentence
 * @param who whose rights it takes
 * @param costs what it costs others
 * @param changes what changes in the cluster
 * @param edit what changes in the pods
 * @param displaced pods that are deleted and must find another node for it to help
 * @param outcome what happens then, where no pods have to be tried to know it
 * @param parts how many single changes it is made of
 * @param stops the workload that it deletes, suspends or scales down, if it does that to one
 * @param steps how far each of several changes gets
 */
record Proposal(
    String action,
    List<Actor> who,
    List<String> costs,
    List<Change> changes,
    PodEdit edit,
    List<Pod> displaced,
    Optional<String> outcome,
    int parts,
    Optional<ObjectReference> stops,
    List<Remedy.Step> steps) {

  Proposal {
    who = List.copyOf(who);
    costs = List.copyOf(costs);
    steps = List.copyOf(steps);
    changes = List.copyOf(changes);
    displaced = List.copyOf(displaced);
  }

  /** No change at all. */
  static final Proposal NONE =
      new Proposal(
          "",
          List.of(),
          List.of(),
          List.of(),
          PodEdit.NONE,
          List.of(),
          Optional.empty(),
          0,
          Optional.empty(),
          List.of());

  /** Returns a change of the cluster. */
  static Proposal ofCluster(String action, Actor who, List<? extends Change> changes) {
    return of(action, List.of(who), changes);
  }

  /** Returns changes that a controller makes by itself. */
  static Proposal ofNobody(String action, List<? extends Change> changes) {
    return of(action, List.of(), changes);
  }

  private static Proposal of(String action, List<Actor> who, List<? extends Change> changes) {
    return new Proposal(
        action,
        who,
        List.of(),
        List.copyOf(changes),
        PodEdit.NONE,
        List.of(),
        Optional.empty(),
        1,
        Optional.empty(),
        List.of());
  }

  /** Returns a change of pods, which the tenant may make. */
  static Proposal ofPods(String action, PodEdit edit) {
    return new Proposal(
        action,
        List.of(Actor.TENANT),
        List.of(),
        List.of(),
        edit,
        List.of(),
        Optional.empty(),
        1,
        Optional.empty(),
        List.of());
  }

  Proposal withCosts(List<String> sentences) {
    return new Proposal(
        action, who, sentences, changes, edit, displaced, outcome, parts, stops, steps);
  }

  Proposal withDisplaced(List<Pod> pods) {
    return new Proposal(action, who, costs, changes, edit, pods, outcome, parts, stops, steps);
  }

  Proposal withOutcome(String sentence) {
    return new Proposal(
        action, who, costs, changes, edit, displaced, Optional.of(sentence), parts, stops, steps);
  }

  Proposal withStops(ObjectReference workload) {
    return new Proposal(
        action, who, costs, changes, edit, displaced, outcome, parts, Optional.of(workload), steps);
  }

  /** Returns the same as a sequence of changes, with how far each gets. */
  Proposal withSteps(List<Remedy.Step> each) {
    List<String> actions = each.stream().map(Remedy.Step::action).toList();
    int last = actions.size() - 1;
    String words =
        last == 0
            ? actions.get(0)
            : String.join("; ", actions.subList(0, last)) + ", and " + actions.get(last);
    return new Proposal(words, who, costs, changes, edit, displaced, outcome, parts, stops, each);
  }

  /** Returns both, one after the other. */
  Proposal and(Proposal next) {
    return new Proposal(
        action.isEmpty() ? next.action : action + ", and " + next.action,
        List.copyOf(new TreeSet<>(concat(who, next.who))),
        concat(costs, next.costs),
        concat(changes, next.changes),
        edit.and(next.edit),
        concat(displaced, next.displaced),
        Optional.empty(),
        parts + next.parts,
        stops.or(() -> next.stops),
        List.of());
  }

  private static <T> List<T> concat(List<T> first, List<T> second) {
    List<T> all = new ArrayList<>(first);
    all.addAll(second);
    return all;
  }

  /** Returns the cluster with the change. If pods leave, the quotas are counted again. */
  Simulation change(Simulation simulation, TriedPods pods) {
    if (changes.isEmpty()) {
      return simulation;
    }
    Simulation changed = simulation.with(changes);
    boolean released = changes.stream().anyMatch(c -> !c.leaving(simulation.cluster()).isEmpty());
    return released ? changed.withResync(pods.workload().root().namespace()) : changed;
  }

  /** Tries it on pods. */
  Remedy tried(DetectionContext context, TriedPods pods) {
    return tried(context, pods, pods.run(change(context.simulation(), pods), edit.edit()));
  }

  /** Returns the remedy, of whose pods is known what became of them. */
  Remedy tried(DetectionContext context, TriedPods pods, SimulationRun run) {
    SimulationRun rest = SimulationRun.place(run.after(), displaced);
    StringBuilder result =
        new StringBuilder(pods.isOfNextRun(edit.edit()) ? "in the next run: " : "");
    result.append(run.summary(pods.workload().label()));
    for (Attempt attempt : rest.attempts()) {
      result.append(attempt.isPlaced() ? "; " : "; no node for ").append(attempt.pod().key());
      result.append(attempt.isPlaced() ? " to " + attempt.node() : "");
    }
    // Pods of the former template would take what is freed, so it is changed first.
    List<Change> ofPods = edit.changes(context.cluster(), pods);
    Remedy.Foretold foretold =
        new Remedy.Foretold(
            pods.workload().root(), run.attempts().size(), run.admitted(), run.placed());
    List<Change> all = concat(ofPods, changes);
    List<KubectlCommand> commands = ChangeCommands.of(context.cluster(), all);
    Optional<CreationRetry> retry =
        Optional.of(CreationRetry.of(context.cluster(), pods))
            .filter(r -> ofPods.isEmpty() && isRetried(commands) && run.admitted() > 0);
    List<String> notes = new ArrayList<>(RemedyNotes.of(context, pods, all, commands));
    if (ofPods.isEmpty()) {
      edit.unwritten(pods).ifPresent(n -> notes.add(0, n));
    }
    retry.flatMap(CreationRetry::note).ifPresent(notes::add);
    return remedy(
        concat(costs, edit.costs(context.cluster(), pods)),
        notes,
        all,
        concat(commands, retry.map(CreationRetry::commands).orElseGet(List::of)),
        run.noneFails() && rest.noneFails(),
        result.toString(),
        Optional.of(foretold));
  }

  /** A change of another object doesn't have the controller of the pods try again. */
  private static boolean isRetried(List<KubectlCommand> commands) {
    return !commands.isEmpty()
        && commands.stream().noneMatch(KubectlCommand.Annotate.class::isInstance);
  }

  /** Returns the remedy where no pods have to be tried, its outcome being known. */
  Remedy known(DetectionContext context, Optional<TriedPods> pods) {
    List<Change> ofPods = pods.map(p -> edit.changes(context.cluster(), p)).orElseGet(List::of);
    List<Change> all = concat(changes, ofPods);
    List<KubectlCommand> commands = ChangeCommands.of(context.cluster(), all);
    return remedy(
        costs,
        RemedyNotes.of(context.cluster(), all, commands),
        all,
        commands,
        true,
        outcome.orElseThrow(),
        Optional.empty());
  }

  private Remedy remedy(
      List<String> sentences,
      List<String> notes,
      List<Change> all,
      List<KubectlCommand> commands,
      boolean helps,
      String result,
      Optional<Remedy.Foretold> foretold) {
    return new Remedy(
        action,
        who,
        sentences,
        notes,
        all,
        commands,
        WhatifOptions.of(all),
        parts,
        steps,
        helps,
        result,
        foretold,
        stops);
  }
}
