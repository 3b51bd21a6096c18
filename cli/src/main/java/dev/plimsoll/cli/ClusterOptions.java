package dev.plimsoll.cli;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.file.AdmissionConfiguration;
import dev.plimsoll.kube.file.SnapshotReader;
import dev.plimsoll.kube.file.Unlisted;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.live.LiveCluster;
import dev.plimsoll.kube.live.NamespaceScope;
import dev.plimsoll.kube.policy.PolicyFile;
import dev.plimsoll.kube.policy.PublishedAccounts;
import dev.plimsoll.kube.resource.SnapshotResource;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ServedFields;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.placement.framework.SchedulerProfiles;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.model.hold.PodHolds;
import dev.plimsoll.model.hold.PolicyHolds;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.SuspendedDemand;
import dev.plimsoll.model.whatif.Simulation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which cluster a command reads, and which part of it. */
class ClusterOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--snapshot",
      paramLabel = "PATH",
      arity = "1..*",
      description = {
        "Files or folders to read instead of a live cluster: a file of plimsoll snapshot, the"
            + " output of kubectl get KINDS -A -o json|yaml, the folder of kubectl cluster-info"
            + " dump, or an OpenShift must-gather. May be gzipped. plimsoll snapshot"
            + " --print-command prints the KINDS."
      })
  private List<Path> snapshots = new ArrayList<>();

  @Option(
      names = "--complete",
      description = {
        "Declare the snapshot complete: an object that isn't in it doesn't exist. By default,"
            + " a kind without objects counts as not read."
      })
  private boolean complete;

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NS",
      description = "The namespace to report on.")
  private @Nullable String namespace;

  @Option(
      names = {"-A", "--all-namespaces"},
      description = "Report on all namespaces.")
  private boolean allNamespaces;

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description = "The kubeconfig to use instead of KUBECONFIG or ~/.kube/config.")
  private @Nullable Path kubeconfig;

  @Option(
      names = "--context",
      paramLabel = "NAME",
      description = "The context of the kubeconfig to use.")
  private @Nullable String context;

  @Option(
      names = "--admission-config",
      paramLabel = "FILE",
      description = {
        "The API server's AdmissionConfiguration, or the ResourceQuotaConfiguration or"
            + " PodSecurityConfiguration in it. It names resources that need a quota, and"
            + " PodSecurity's defaults and exemptions."
      })
  private @Nullable Path admissionConfig;

  @Mixin private ControlPlaneOptions controlPlane;

  private Optional<String> namespaceOfManifest = Optional.empty();
  private Optional<Subjects> manifest = Optional.empty();
  private boolean leavesOutQueues;
  private Set<String> kinds = Set.of();
  private final List<JsonObject> policies = new ArrayList<>();

  /** Only picocli makes one. */
  ClusterOptions() {}

  /** Returns the namespace given by {@code -n}; empty for all. */
  Optional<String> namespace() {
    if (allNamespaces && namespace != null) {
      throw new ParameterException(spec.commandLine(), "--namespace and -A are mutually exclusive");
    }
    return Optional.ofNullable(namespace);
  }

  /** Reads the cluster, and prints on stderr what could not be read. */
  Simulation read() {
    policies.clear();
    return read(Set.of(), policies::add);
  }

  /** Returns which pods are held at placement, by the capacity policies that were read. */
  PodHolds holds(Cluster read) {
    return holdsWith(List.of()).apply(read);
  }

  /** Returns the capacity policies that were read, without malformed policies. */
  List<CapacityPolicy> capacityPolicies() {
    return List.copyOf(policiesWith(List.of()));
  }

  /**
   * Returns which pods of a cluster are held by the capacity policies that were read and by others.
   * Another policy replaces a read policy with the same name.
   */
  Function<Cluster, PodHolds> holdsWith(List<JsonObject> others) {
    Collection<CapacityPolicy> readable = policiesWith(others);
    return cluster -> PolicyHolds.of(cluster, readable, DefaultPlugins.scheduler());
  }

  private Collection<CapacityPolicy> policiesWith(List<JsonObject> others) {
    Map<String, CapacityPolicy> readable = new LinkedHashMap<>();
    for (JsonObject policy : policies) {
      try {
        CapacityPolicy agreed = PolicyFile.of(policy, "the cluster's CapacityPolicy").policy();
        readable.put(agreed.name(), PublishedAccounts.read(agreed, JsonTree.of(policy)));
      } catch (InputException e) {
        spec.commandLine()
            .getErr()
            .println("note: shares are not taken into account: " + e.getMessage());
      }
    }
    for (JsonObject other : others) {
      CapacityPolicy policy = PolicyFile.of(other, "the manifest's CapacityPolicy").policy();
      readable.put(policy.name(), policy);
    }
    return readable.values();
  }

  /**
   * Reads the cluster too, and passes its capacity policies on.
   *
   * @param suspended whose suspended work to read, besides what the cluster's policies name
   */
  Simulation read(Set<SuspendedDemand> suspended, Consumer<JsonObject> policies) {
    try (Progress progress = Progress.on(spec)) {
      return read(suspended, policies, progress);
    }
  }

  /**
   * Reads the cluster too, and tells somebody of the progress.
   *
   * @param progress told how many objects have been read, from time to time
   */
  Simulation read(
      Set<SuspendedDemand> suspended, Consumer<JsonObject> policies, LongConsumer progress) {
    if (complete && isLive()) {
      throw new ParameterException(spec.commandLine(), "--complete requires --snapshot");
    }
    Function<Cluster, Simulation> model = model();
    Cluster cluster =
        snapshots.isEmpty()
            ? live(suspended, progress, policies)
            : SnapshotReader.read(snapshots, unlisted(), progress, policies);
    requireAllNamespaces(cluster);
    Simulation read = model.apply(cluster);
    Simulation simulation = manifest.map(m -> read.withFacts(m.in(read.cluster()))).orElse(read);
    simulation
        .cluster()
        .omissions()
        .forEach(o -> spec.commandLine().getErr().println("note: " + o));
    if (isLive() && !cluster.covers(Node.RESOURCE)) {
      spec.commandLine().getErr().println("note: " + AdministratorRequest.text(access()));
    }
    namespace().ifPresent(n -> requireNamespace(cluster, n));
    return simulation;
  }

  private Cluster live(
      Set<SuspendedDemand> suspended, LongConsumer progress, Consumer<JsonObject> policies) {
    return leavesOutQueues
        ? LiveCluster.readWithoutQueues(access(), scope(), suspended, progress, policies)
        : LiveCluster.read(access(), scope(), suspended, kinds, progress, policies);
  }

  /** Reads objects of the cluster in full, without what can't be read. */
  Map<ServedFields.Key, Map<String, Object>> fields(Collection<ApiObject> objects) {
    return isLive()
        ? LiveCluster.fields(access(), objects)
        : SnapshotReader.fields(snapshots, objects);
  }

  /** Reads the kind of an object of a running cluster, as a user writes {@code KIND/NAME}. */
  void readKindOf(String subject) {
    kinds = Lookup.customKind(subject).map(Set::of).orElse(Set.of());
  }

  /** Leaves out queues of a running cluster: the answer needs none. */
  void leaveOutQueues() {
    leavesOutQueues = true;
  }

  private NamespaceScope scope() {
    return allNamespaces
        ? NamespaceScope.ALL
        : NamespaceScope.allOr(
            namespace()
                .or(() -> namespaceOfManifest)
                .orElseGet(() -> LiveCluster.currentNamespace(access())));
  }

  /**
   * Reads a manifest, whose namespace is the one to read where not all may be read.
   *
   * @return its objects, each in its namespace
   */
  Subjects manifest(Path file) {
    Subjects subjects = Subjects.read(file);
    namespaceOfManifest = subjects.namespace(namespace());
    Subjects placed = subjects.orIn(namespaceOfNames());
    manifest = Optional.of(placed);
    return placed;
  }

  private Unlisted unlisted() {
    return complete ? Unlisted.NONEXISTENT : Unlisted.UNKNOWN;
  }

  /** Returns the function that simulates a cluster, with the settings of its API server. */
  Function<Cluster, Simulation> model() {
    AdmissionChain chain = admissionChain();
    UnaryOperator<KubernetesControlPlane> change = controlPlane.change();
    SchedulerProfiles schedulers = controlPlane.schedulers();
    return cluster ->
        Simulation.of(
            cluster.withControlPlane(change.apply(cluster.controlPlane())), chain, schedulers);
  }

  /** Returns the API server's admission chain. */
  AdmissionChain admissionChain() {
    if (admissionConfig == null) {
      return AdmissionChain.standard();
    }
    AdmissionConfiguration known = AdmissionConfiguration.read(admissionConfig);
    AdmissionChain chain = AdmissionChain.standard().withLimitedResources(known.limitedResources());
    return known.podSecurity().map(chain::withPodSecurity).orElse(chain);
  }

  /** Returns the options that make another run of plimsoll read the same cluster. */
  List<String> again() {
    List<String> words = new ArrayList<>();
    snapshots.forEach(s -> words.addAll(List.of("--snapshot", s.toString())));
    if (complete) {
      words.add("--complete");
    }
    words.addAll(forKubectl());
    if (admissionConfig != null) {
      words.addAll(List.of("--admission-config", admissionConfig.toString()));
    }
    words.addAll(controlPlane.again());
    return words;
  }

  /** Returns the options that make kubectl write to the same cluster, as far as they are known. */
  List<String> forKubectl() {
    List<String> words = new ArrayList<>();
    if (kubeconfig != null) {
      words.addAll(List.of("--kubeconfig", kubeconfig.toString()));
    }
    if (context != null) {
      words.addAll(List.of("--context", context));
    }
    return words;
  }

  /** Returns the files and folders that are read, none for a live cluster. */
  List<Path> snapshots() {
    return List.copyOf(snapshots);
  }

  /** Returns whether the cluster is a live one. */
  boolean isLive() {
    return snapshots.isEmpty();
  }

  /** Returns how to reach the live cluster. */
  ClusterAccess access() {
    if (!snapshots.isEmpty() && (kubeconfig != null || context != null)) {
      throw new ParameterException(
          spec.commandLine(), "--snapshot cannot be combined with --kubeconfig or --context");
    }
    return new ClusterAccess(Optional.ofNullable(kubeconfig), Optional.ofNullable(context));
  }

  /** Returns the namespace for a name that doesn't say one: of a live cluster the context's. */
  Optional<String> namespaceOfNames() {
    if (namespace().isPresent() || allNamespaces || !snapshots.isEmpty()) {
      return namespace();
    }
    return Optional.of(LiveCluster.currentNamespace(access()));
  }

  /** Has this namespace read where not all may be read. */
  void readNamespace(String name) {
    namespaceOfManifest = Optional.of(name);
  }

  /** Takes back the last of several paths that {@code --snapshot} took, for a command's own. */
  Optional<Path> lastSnapshot() {
    return snapshots.size() > 1
        ? Optional.of(snapshots.remove(snapshots.size() - 1))
        : Optional.empty();
  }

  /**
   * Takes back a word that {@code --snapshot} took for one of its paths. An option of several
   * values takes all words up to the next option.
   */
  Optional<String> wordAfterSnapshots() {
    int last = snapshots.size() - 1;
    if (last < 1 || Files.exists(snapshots.get(last))) {
      return Optional.empty();
    }
    return Optional.of(snapshots.remove(last).toString());
  }

  private static void requireNamespace(Cluster cluster, String name) {
    boolean isKnown =
        cluster.namespaces().contains(name) || cluster.find(Namespace.class, "", name).isPresent();
    boolean isRead =
        SnapshotResource.all().stream()
            .map(r -> cluster.coverage(r.resource().resource()))
            .anyMatch(c -> c.namespaces().contains(name));
    if (!isKnown && !isRead) {
      throw NameSuggestions.notFound("namespace", name, Optional.empty(), cluster.namespaces());
    }
  }

  private void requireAllNamespaces(Cluster cluster) {
    boolean isDenied = Stream.of(Pod.RESOURCE, ResourceQuota.RESOURCE).noneMatch(cluster::covers);
    if (allNamespaces && isLive() && isDenied) {
      throw new InputException(
          "cannot list pods and resourcequotas in all namespaces (forbidden), as -A requires;"
              + " use -n with a namespace that you may read");
    }
  }
}
