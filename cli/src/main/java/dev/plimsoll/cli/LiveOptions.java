package dev.plimsoll.cli;

import com.google.gson.JsonObject;
import dev.plimsoll.advisor.live.Applier;
import dev.plimsoll.advisor.live.Outcome;
import dev.plimsoll.advisor.live.PolicyStatus;
import dev.plimsoll.advisor.live.Poster;
import dev.plimsoll.advisor.live.Undoer;
import dev.plimsoll.advisor.recommend.Advice;
import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.LiveCluster;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.model.tenancy.Changes.Apply;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What advice does to a live cluster. */
final class LiveOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--post",
      description = {
        "Write the advice to the cluster: a QuotaRecommendation for each quota, an Event on quotas"
            + " whose recommendation is new, a ConfigMap plimsoll-advice with the report."
      })
  private boolean post;

  @Option(
      names = "--apply",
      negatable = true,
      description = {
        "Change the quotas. A policy with changes.apply: Automatic does so without being told;"
            + " --no-apply keeps it from that."
      })
  private @Nullable Boolean apply;

  @Option(
      names = "--force-conflicts",
      description = "With --apply: also change ceilings that another tool applies.")
  private boolean force;

  @Option(
      names = "--undo",
      description = {
        "Take back the last change that --apply made to each quota, unless somebody changed it"
            + " since."
      })
  private boolean undo;

  @Option(
      names = "--report-namespace",
      paramLabel = "NS",
      description = "Where --post puts the ConfigMap (default: the namespace of the context).")
  private @Nullable String reportNamespace;

  /** Only picocli makes one. */
  LiveOptions() {}

  boolean undo() {
    return undo;
  }

  /** Refuses what needs a live cluster where there is none, and what needs the whole of it. */
  void check(boolean live, Optional<String> namespace) {
    if (post && namespace.isPresent()) {
      throw new ParameterException(
          spec.commandLine(), "--post is about the whole cluster; leave --namespace out");
    }
    if (!live && (post || undo || Boolean.TRUE.equals(apply))) {
      throw new ParameterException(
          spec.commandLine(), "--post, --apply and --undo need a live cluster, not --snapshot");
    }
    if (undo && (post || Boolean.TRUE.equals(apply))) {
      throw new ParameterException(
          spec.commandLine(), "--undo goes alone, without --post and --apply");
    }
  }

  /** Notes at a policy of the cluster why it can't be followed, if anything is to be posted. */
  void refuse(JsonObject policy, String reason, ClusterAccess access) {
    if (post) {
      try (Connection connection = Connection.open(access)) {
        print(List.of(new PolicyStatus(connection, Instant.now()).refused(policy, reason)));
      }
    }
  }

  /**
   * Applies and posts as told; returns what became of each object.
   *
   * @param policy the cluster's policy that was followed, if it was one of the cluster
   */
  List<Outcome> carryOut(
      Advice advice, Optional<JsonObject> policy, ClusterAccess access, boolean live) {
    boolean automatic = advice.shares().capacity().policy().changes().apply() == Apply.AUTOMATIC;
    boolean applies = live && (apply == null ? automatic : apply);
    List<Outcome> outcomes = new ArrayList<>();
    if (!applies && !post) {
      return outcomes;
    }
    Instant now = Instant.now();
    try (Connection connection = Connection.open(access)) {
      if (applies) {
        outcomes.addAll(new Applier(connection, now, force).apply(advice));
      }
      if (post) {
        String namespace =
            reportNamespace == null ? LiveCluster.currentNamespace(access) : reportNamespace;
        outcomes.addAll(new Poster(connection, now).post(advice, outcomes, namespace));
        policy
            .map(p -> new PolicyStatus(connection, now).followed(p, advice.shares()))
            .ifPresent(outcomes::add);
      }
    }
    print(outcomes);
    return outcomes;
  }

  /** Takes back what was applied; returns what became of each quota. */
  List<Outcome> takeBack(ClusterAccess access, Optional<String> namespace) {
    try (Connection connection = Connection.open(access)) {
      List<Outcome> outcomes = new Undoer(connection).undo(namespace);
      print(outcomes);
      if (outcomes.isEmpty()) {
        spec.commandLine().getErr().println("There is nothing to undo: no quota has a note of it.");
      }
      return outcomes;
    } catch (StatusException e) {
      throw new UnreachableException(
          "The quotas can't be listed (" + e.code() + "): " + e.getMessage());
    }
  }

  /** Returns the exit code that tells whether all was done. */
  static int exitCode(List<Outcome> outcomes) {
    return outcomes.stream().anyMatch(Outcome::failed) ? ExitCode.PARTLY : ExitCode.OK;
  }

  private void print(List<Outcome> outcomes) {
    PrintWriter err = spec.commandLine().getErr();
    outcomes.forEach(o -> err.println((o.failed() ? "error: " : "") + o));
    long failed = outcomes.stream().filter(Outcome::failed).count();
    if (failed > 0) {
      err.println(
          failed + " of " + outcomes.size() + " couldn't be done; the others were, as listed.");
    }
    err.flush();
  }
}
