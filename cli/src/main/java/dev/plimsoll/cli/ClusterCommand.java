package dev.plimsoll.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.cli.output.AnswerDiff;
import dev.plimsoll.cli.output.AnswerLine;
import dev.plimsoll.cli.output.AnswerRecorder;
import dev.plimsoll.model.gap.Unexamined;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.Simulation;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** A command that answers a question about a cluster, or about a changed one below whatif. */
abstract class ClusterCommand implements Callable<Integer> {
  @Mixin ClusterOptions cluster;
  @Mixin OutputOptions output;
  @ParentCommand private @Nullable Object parent;

  /** Returns the answer for a cluster snapshot. */
  abstract CommandResult answer(Simulation simulation);

  /** Returns the cluster that is asked about. */
  Simulation read() {
    return cluster.read();
  }

  /** Returns whether the answer is one on a changed cluster beside that on the cluster as it is. */
  boolean isWhatif() {
    return parent instanceof WhatifCommand;
  }

  @Override
  public Integer call() throws InterruptedException {
    Simulation simulation = read();
    CommandResult before = answer(simulation);
    if (!(parent instanceof WhatifCommand whatif)) {
      output.print(before);
      return output.exitCode(before);
    }
    List<Change> changes = whatif.changes(simulation.cluster());
    Simulation changed = simulation;
    for (Change change : changes) {
      changed = changed.with(change);
    }
    CommandResult after = answer(changed);
    output.print(
        new CommandResult(
            () -> comparison(changes, before, after),
            out -> {
              changes.forEach(c -> out.wrapped("What if: " + c.describe()));
              out.println();
              AnswerDiff.print(out, output.headers(), lines(before), lines(after));
            },
            after.foundProblem()));
    return output.exitCode(
        after.withUnexamined(
            () ->
                Unexamined.distinct(
                    Stream.of(before, after).flatMap(r -> r.unexamined().get().stream()))));
  }

  private static JsonElement comparison(
      List<Change> changes, CommandResult before, CommandResult after) {
    JsonArray described = new JsonArray();
    changes.forEach(c -> described.add(c.describe()));
    JsonObject both = new JsonObject();
    both.add("changes", described);
    both.add("before", before.json().get());
    both.add("after", after.json().get());
    return both;
  }

  private static List<AnswerLine> lines(CommandResult result) {
    AnswerRecorder recorder = new AnswerRecorder();
    result.text().accept(recorder);
    return recorder.lines();
  }
}
