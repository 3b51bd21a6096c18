package dev.plimsoll.cli;

import com.google.gson.JsonObject;
import dev.plimsoll.advisor.controller.AdviceRun;
import dev.plimsoll.advisor.controller.DecidedAdvice;
import dev.plimsoll.advisor.controller.RunOptions;
import dev.plimsoll.advisor.live.ApplyOverrides;
import dev.plimsoll.advisor.live.QuotaReverter;
import dev.plimsoll.advisor.live.WriteOutcome;
import dev.plimsoll.advisor.live.WriteOutcome.Result;
import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.LiveCluster;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.ChangePolicy;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options for the effects of advice on a live cluster. */
final class LiveOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--post",
      description = {
        "Write the advice to the cluster: a QuotaRecommendation per quota, an Event for each"
            + " new recommendation, and the report as ConfigMap plimsoll-advice."
      })
  private boolean post;

  @Option(
      names = "--apply",
      negatable = true,
      description = {
        "Change the quotas. With --watch, a policy with changes.apply: Automatic does so by"
            + " default; --no-apply prevents it."
      })
  private @Nullable Boolean apply;

  @Option(
      names = "--force-conflicts",
      description = "With --apply: also take over ceilings that another tool declares.")
  private boolean force;

  @Option(
      names = "--over-limits",
      description = {
        "With --apply: also make changes beyond the policy's changes.limits, which need a"
            + " person."
      })
  private boolean overLimits;

  @Option(
      names = "--undo",
      description = {
        "Revert the last change of --apply to each quota. Skips quotas that someone changed"
            + " since. Earlier changes are not recorded."
      })
  private boolean undo;

  @Option(
      names = "--report-namespace",
      paramLabel = "NS",
      description =
          "The namespace for the ConfigMap of --post (default: the namespace of the context).")
  private @Nullable String reportNamespace;

  /** Only picocli makes one. */
  LiveOptions() {}

  /** Returns whether anything may be written to the cluster. */
  boolean writes() {
    return post || !Boolean.FALSE.equals(apply);
  }

  /** Returns whether an option asks for a change of the cluster. */
  boolean requestsChanges() {
    return post || Boolean.TRUE.equals(apply) || undo;
  }

  boolean undo() {
    return undo;
  }

  /** Rejects options that need a live cluster, or the whole of it, where they have neither. */
  void check(boolean live, Optional<String> namespace) {
    if (post && namespace.isPresent()) {
      throw new ParameterException(
          spec.commandLine(),
          "--post cannot be combined with --namespace: it covers the whole cluster");
    }
    if (!live && (post || undo || Boolean.TRUE.equals(apply))) {
      throw new ParameterException(
          spec.commandLine(), "--post, --apply and --undo need a live cluster, not --snapshot");
    }
    if (undo && (post || Boolean.TRUE.equals(apply))) {
      throw new ParameterException(
          spec.commandLine(), "--undo cannot be combined with --post or --apply");
    }
  }

  /** Returns whether a run says nothing of changes that a policy allows. */
  boolean isSilent(CapacityPolicy policy) {
    return apply == null && policy.changes().apply() == ChangePolicy.ApplyMode.AUTOMATIC;
  }

  /**
   * Returns a run that does what is asked for.
   *
   * @param watches whether the advisor keeps running, which then changes what the policy lets it
   */
  AdviceRun run(ClusterAccess access, boolean watches, boolean acceptsLosses) {
    return new AdviceRun(
        new RunOptions(
            post,
            watches ? Optional.ofNullable(apply) : Optional.of(Boolean.TRUE.equals(apply)),
            new ApplyOverrides(force, overLimits),
            acceptsLosses,
            Optional.ofNullable(reportNamespace)
                .orElseGet(() -> post ? LiveCluster.currentNamespace(access) : "")));
  }

  /** Notes at a policy of the cluster why it can't be followed, if anything is to be posted. */
  void reportInvalidPolicy(AdviceRun run, JsonObject policy, String reason, ClusterAccess access) {
    if (post) {
      try (Connection connection = Connection.open(access)) {
        print(run.reportInvalidPolicy(policy, reason, connection, Instant.now()));
      }
    }
  }

  /** Decides with a connection to the cluster if quotas are changed there. */
  DecidedAdvice deciding(
      ClusterAccess access, Function<Optional<Connection>, DecidedAdvice> decision) {
    if (!Boolean.TRUE.equals(apply)) {
      return decision.apply(Optional.empty());
    }
    try (Connection connection = Connection.open(access)) {
      return decision.apply(Optional.of(connection));
    }
  }

  /**
   * Applies and posts as told; returns what became of each object.
   *
   * @param policy the cluster's policy that was followed, if it was one of the cluster
   */
  List<WriteOutcome> carryOut(
      AdviceRun run, DecidedAdvice decided, Optional<JsonObject> policy, ClusterAccess access) {
    if (!run.options().writes(decided.advice())) {
      return List.of();
    }
    try (Connection connection = Connection.open(access)) {
      List<WriteOutcome> writeOutcomes = run.carryOut(decided, policy, connection, Instant.now());
      print(writeOutcomes);
      return writeOutcomes;
    }
  }

  /** Takes back what was applied; returns what became of each quota. */
  List<WriteOutcome> takeBack(ClusterAccess access, Optional<String> namespace) {
    try (Connection connection = Connection.open(access)) {
      List<WriteOutcome> writeOutcomes = new QuotaReverter(connection).undo(namespace);
      print(writeOutcomes);
      if (writeOutcomes.isEmpty()) {
        spec.commandLine()
            .getErr()
            .println("Nothing to undo: no quota has the annotation plimsoll.dev/replaced.");
      }
      return writeOutcomes;
    } catch (StatusException e) {
      throw new UnreachableException("cannot list quotas (" + e.code() + "): " + e.getMessage());
    }
  }

  /** Returns the exit code that tells whether all was done. */
  static int exitCode(List<WriteOutcome> writeOutcomes) {
    return writeOutcomes.stream().anyMatch(WriteOutcome::failed) ? ExitCode.PARTLY : ExitCode.OK;
  }

  /** Prints the outcomes, similar ones in one line. */
  private void print(List<WriteOutcome> writeOutcomes) {
    PrintWriter err = spec.commandLine().getErr();
    Map<String, List<WriteOutcome>> alike = new LinkedHashMap<>();
    for (WriteOutcome each : writeOutcomes) {
      String key = each.result() == Result.WITHHELD ? each.message() : each.toString();
      alike.computeIfAbsent(key, k -> new ArrayList<>()).add(each);
    }
    alike
        .values()
        .forEach(some -> err.println((some.get(0).failed() ? "error: " : "") + text(some)));
    long failed = writeOutcomes.stream().filter(WriteOutcome::failed).count();
    if (failed > 0) {
      err.println(
          failed == writeOutcomes.size()
              ? "nothing was changed"
              : failed
                  + " of "
                  + writeOutcomes.size()
                  + " changes were not made; the others were made");
    }
    err.flush();
  }

  private static String text(List<WriteOutcome> alike) {
    WriteOutcome first = alike.get(0);
    return alike.size() == 1
        ? first.toString()
        : first.object() + " and " + (alike.size() - 1) + " more: " + first.message();
  }
}
