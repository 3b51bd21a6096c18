package dev.plimsoll.cli;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.google.gson.JsonObject;
import dev.plimsoll.console.tool.ClusterSource;
import dev.plimsoll.console.tool.ClusterView;
import dev.plimsoll.console.tool.Starts;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kube.policy.PolicyFile;
import dev.plimsoll.kube.policy.PublishedAccounts;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.hold.PolicyHolds;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.whatif.Lazy;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.server.report.Visibility;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The cluster of a session with an agent. Files are read once. A live cluster is read again if the
 * last reading is older than {@value #FRESH_SECONDS} seconds.
 */
final class AgentCluster implements ClusterSource {
  private static final long FRESH_SECONDS = 15;
  private static final long NANOS = 1_000_000_000L;

  private final ClusterOptions options;
  private final Ticker ticker;

  @GuardedBy("this")
  private @Nullable ClusterView last;

  @GuardedBy("this")
  private long read;

  AgentCluster(ClusterOptions options) {
    this(options, Ticker.SYSTEM);
  }

  AgentCluster(ClusterOptions options, Ticker ticker) {
    this.options = options;
    this.ticker = ticker;
  }

  /**
   * Reads files at once, and checks that a live cluster can be asked for.
   *
   * @throws InputException if the files or the kubeconfig can't be read
   */
  void start() {
    if (options.isLive()) {
      Optional<String> unused = options.namespaceOfNames();
    } else {
      ClusterView unused = view(Optional.empty(), n -> {});
    }
  }

  @Override
  public synchronized ClusterView view(Optional<String> namespace, LongConsumer progress) {
    boolean isFresh = !options.isLive() || ticker.read() - read < FRESH_SECONDS * NANOS;
    if (last == null || !isFresh) {
      last = read(progress);
      read = ticker.read();
    }
    return last;
  }

  private ClusterView read(LongConsumer progress) {
    List<JsonObject> stored = new ArrayList<>();
    Simulation simulation = options.read(Set.of(), stored::add, progress);
    List<String> notes = new ArrayList<>(simulation.cluster().omissions());
    List<CapacityPolicy> policies = new ArrayList<>();
    for (JsonObject policy : stored) {
      try {
        CapacityPolicy agreed = PolicyFile.of(policy, "the cluster's CapacityPolicy").policy();
        policies.add(PublishedAccounts.read(agreed, JsonTree.of(policy)));
      } catch (InputException e) {
        notes.add("shares are not taken into account: " + e.getMessage());
      }
    }
    Cluster cluster = simulation.cluster().withOmissions(notes);
    return new ClusterView(
        options.model().apply(cluster),
        PolicyHolds.of(cluster, policies, DefaultPlugins.scheduler()),
        new Visibility(Coverage.COMPLETE, true),
        cluster,
        policies,
        new Lazy<>(
            () -> Starts.of(WhenCommand.question(options.model().apply(cluster), policies))));
  }
}
