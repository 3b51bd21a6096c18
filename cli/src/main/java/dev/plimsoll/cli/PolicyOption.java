package dev.plimsoll.cli;

import com.google.gson.JsonObject;
import dev.plimsoll.advisor.controller.PolicySource;
import dev.plimsoll.advisor.recommend.DefaultCapacityPolicy;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.policy.PolicyFile;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.SuspendedDemand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The policies that apply: that of a file, those of the cluster, or the default if there is none.
 */
final class PolicyOption implements PolicySource {
  @Option(
      names = "--policy",
      paramLabel = "FILE|NAME",
      description = {
        "The CapacityPolicy: a file, or a name in the cluster (default: each policy of the"
            + " cluster). If there is none, each namespace with a quota, or with usage of a divided"
            + " resource, is a tenant of weight 1."
      })
  private @Nullable Path policy;

  /** Only picocli makes one. */
  PolicyOption() {}

  @Override
  public Set<SuspendedDemand> suspendedDemand() {
    return policy != null && Files.exists(policy)
        ? PolicyFile.read(policy).policy().suspendedDemand()
        : Set.of();
  }

  @Override
  public List<JsonObject> chosen(List<JsonObject> stored) {
    if (policy == null) {
      return stored;
    }
    if (Files.exists(policy)) {
      return List.of();
    }
    Optional<JsonObject> named =
        stored.stream().filter(p -> name(p).equals(policy.toString())).findFirst();
    if (named.isEmpty() && !stored.isEmpty()) {
      throw new InputException(
          policy
              + " is neither a file nor a capacity policy of the cluster"
              + NameSuggestions.closest(policy.toString(), names(stored))
              + ".");
    }
    return named.map(List::of).orElseGet(List::of);
  }

  /**
   * Returns a source that fails if several policies apply, because something is for one of them.
   */
  PolicySource onlyFor(String what) {
    return new OnlyPolicy(this, what);
  }

  private record OnlyPolicy(PolicySource all, String what) implements PolicySource {
    @Override
    public List<JsonObject> chosen(List<JsonObject> stored) {
      List<JsonObject> chosen = all.chosen(stored);
      if (chosen.size() > 1) {
        throw new InputException(
            "the cluster has "
                + chosen.size()
                + " capacity policies: "
                + String.join(", ", names(chosen))
                + "; "
                + what
                + " is for one policy: choose it with --policy NAME.");
      }
      return chosen;
    }

    @Override
    public Set<SuspendedDemand> suspendedDemand() {
      return all.suspendedDemand();
    }

    @Override
    public CapacityPolicy read(
        Optional<JsonObject> chosen, Cluster cluster, Consumer<String> notes) {
      return all.read(chosen, cluster, notes);
    }
  }

  @Override
  public CapacityPolicy read(Optional<JsonObject> chosen, Cluster cluster, Consumer<String> notes) {
    PolicyFile file;
    if (chosen.isPresent()) {
      String name = "CapacityPolicy " + name(chosen.get());
      notes.accept("the cluster's " + name + " is used");
      file = PolicyFile.of(chosen.get(), name);
    } else if (policy != null && policy.getParent() == null && !Files.exists(policy)) {
      throw new InputException(
          policy + " is not a file, and no capacity policy of this name was read.");
    } else if (policy != null) {
      file = PolicyFile.read(policy);
    } else {
      notes.accept(DefaultCapacityPolicy.NOTE);
      return DefaultCapacityPolicy.of(cluster);
    }
    file.warnings(cluster).forEach(notes);
    return file.policy();
  }

  private static List<String> names(List<JsonObject> stored) {
    return stored.stream().map(PolicyOption::name).sorted().toList();
  }

  static String name(JsonObject object) {
    return object.getAsJsonObject("metadata").get("name").getAsString();
  }
}
