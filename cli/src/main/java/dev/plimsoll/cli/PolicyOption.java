package dev.plimsoll.cli;

import com.google.gson.JsonObject;
import dev.plimsoll.advisor.recommend.DefaultCapacityPolicy;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.policy.PolicyFile;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.SuspendedDemand;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Which policy applies: that of a file, the cluster's own, or what is usual where there is none.
 */
final class PolicyOption {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--policy",
      paramLabel = "FILE|NAME",
      description = {
        "The CapacityPolicy to use: a file, or the name of one in the cluster. Without it the"
            + " cluster's own is used if there is one. Without any, each namespace that has a"
            + " quota or uses what is divided is a tenant of weight 1."
      })
  private @Nullable Path policy;

  private final List<JsonObject> stored = new ArrayList<>();

  /** Only picocli makes one. */
  PolicyOption() {}

  /**
   * Returns whose suspended work the policy of a file counts; nobody's if it isn't from a file.
   *
   * @throws InputException if the file holds no valid policy
   */
  Set<SuspendedDemand> suspendedDemand() {
    return policy != null && Files.exists(policy)
        ? PolicyFile.read(policy).policy().suspendedDemand()
        : Set.of();
  }

  /** Takes a policy that the cluster has. */
  void found(JsonObject object) {
    stored.add(object);
  }

  /** Returns the object of the cluster that is to be used, if it is one. */
  Optional<JsonObject> chosen() {
    if (policy == null) {
      if (stored.size() > 1) {
        throw new InputException(
            "the cluster has "
                + stored.size()
                + " capacity policies: "
                + String.join(", ", names())
                + "; choose one with --policy NAME.");
      }
      return stored.stream().findFirst();
    }
    if (Files.exists(policy)) {
      return Optional.empty();
    }
    Optional<JsonObject> named =
        stored.stream().filter(p -> name(p).equals(policy.toString())).findFirst();
    if (named.isEmpty() && !stored.isEmpty()) {
      throw new InputException(
          policy
              + " is neither a file nor a capacity policy of the cluster"
              + NameSuggestions.closest(policy.toString(), names())
              + ".");
    }
    return named;
  }

  /**
   * Returns the policy, and says on stderr which it is and what is odd about it.
   *
   * @throws InputException if it is invalid, by itself or for that cluster
   */
  CapacityPolicy read(Cluster cluster) {
    PrintWriter err = spec.commandLine().getErr();
    Optional<JsonObject> chosen = chosen();
    PolicyFile file;
    if (chosen.isPresent()) {
      String name = "CapacityPolicy " + name(chosen.get());
      err.println("note: the cluster's " + name + " is used");
      file = PolicyFile.of(chosen.get(), name);
    } else if (policy != null) {
      file = PolicyFile.read(policy);
    } else {
      err.println("note: " + DefaultCapacityPolicy.NOTE);
      return DefaultCapacityPolicy.of(cluster);
    }
    file.warnings(cluster).forEach(w -> err.println("note: " + w));
    return file.policy();
  }

  private List<String> names() {
    return stored.stream().map(PolicyOption::name).sorted().toList();
  }

  private static String name(JsonObject object) {
    return object.getAsJsonObject("metadata").get("name").getAsString();
  }
}
