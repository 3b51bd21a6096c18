package dev.plimsoll.cli;

import com.google.gson.JsonObject;
import dev.plimsoll.advisor.controller.DecidedAdvice;
import dev.plimsoll.advisor.state.FileStateStore;
import dev.plimsoll.advisor.state.MemoryStateStore;
import dev.plimsoll.advisor.state.PolicyStateStore;
import dev.plimsoll.advisor.state.StateSource;
import dev.plimsoll.advisor.state.StateStore;
import dev.plimsoll.kube.InputException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options for the state of earlier decisions and for the time of this one. */
final class StateOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--state",
      paramLabel = "FILE",
      description = {
        "Keep the state for the next decision in FILE: moves of demand, waiting, lost"
            + " capacity (default: the status of the cluster's CapacityPolicy, with --post or"
            + " --apply)."
      })
  private @Nullable Path file;

  @Option(
      names = "--at",
      paramLabel = "TIME",
      description = {
        "The time of the snapshot, such as 2026-01-05T12:00:00Z (default: with --state now,"
            + " else the latest time in the snapshot)."
      })
  private @Nullable String at;

  @Option(
      names = "--accept-lost-capacity",
      description = {"Stop counting lost capacity: quotas follow lost and unready nodes at once."})
  private boolean acceptsLosses;

  /** Only picocli makes one. */
  StateOptions() {}

  /**
   * Rejects what doesn't go together.
   *
   * @throws InputException if the time is none
   */
  void check(boolean live) {
    if (at != null && live) {
      throw new ParameterException(
          spec.commandLine(), "--at needs --snapshot: a live cluster is read as it is now");
    }
    time();
  }

  /** Returns when a decision is made on a snapshot; if it is the first, as of the snapshot. */
  Optional<Instant> time() {
    try {
      return at == null && file != null
          ? Optional.of(Instant.now())
          : Optional.ofNullable(at).map(Instant::parse);
    } catch (DateTimeParseException e) {
      throw new InputException(
          "invalid --at \"" + at + "\": expected a time such as 2026-01-05T12:00:00Z.");
    }
  }

  /** Returns whether the state is in a file, which is for one policy. */
  boolean isInFile() {
    return file != null;
  }

  boolean acceptsLosses() {
    return acceptsLosses;
  }

  /**
   * Returns where a controller keeps the state: where one run does, else with itself.
   *
   * @param writes whether it may write to the cluster
   */
  StateSource source(boolean writes) {
    Map<String, StateStore> inProcess = new ConcurrentHashMap<>();
    return (policy, connection) ->
        file == null
            ? policy
                .filter(p -> writes)
                .<StateStore>map(p -> new PolicyStateStore(connection, p))
                .orElseGet(
                    () ->
                        inProcess.computeIfAbsent(
                            policy.map(PolicyOption::name).orElse(""),
                            name -> new MemoryStateStore()))
            : new FileStateStore(file);
  }

  /** Returns where one run keeps the state: a snapshot has no place for it. */
  StateStore store(Optional<JsonObject> policy, ClusterOptions cluster) {
    if (file != null) {
      return new FileStateStore(file);
    }
    return policy
        .filter(p -> cluster.isLive())
        .<StateStore>map(p -> new ConnectingStateStore(cluster.access(), p))
        .orElse(StateStore.NONE);
  }

  /** Keeps in the file what the next decision has to know. */
  void keepInFile(DecidedAdvice decided) {
    if (file != null && !decided.keep()) {
      throw new InputException(
          file + " was written by another run meanwhile, and is left unchanged.");
    }
  }
}
