package dev.plimsoll.kubernetes.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.daemon.DaemonPods;
import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ObjectMetaBuilder;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.ResourceRequirements;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class WorkloadsTest {
  private static final Workload DEPLOYMENT = workload("apps/v1", "Deployment", "web", "", 3);
  private static final Workload REPLICA_SET =
      workload("apps/v1", "ReplicaSet", "web-1", "Deployment/web", 3);

  private static Workload workload(
      String apiVersion, String kind, String name, String owner, int replicas) {
    Workload.PodTemplate template =
        new Workload.PodTemplate(
            "spec.template",
            ObjectMeta.builder().build(),
            PodSpec.builder().build(),
            OptionalInt.of(replicas));
    return new Workload(
        meta(name, owner),
        GroupVersionKind.of(apiVersion, kind),
        new GroupResource(apiVersion.split("/", -1)[0], kind.toLowerCase(Locale.ROOT)),
        List.of(template),
        List.of(),
        false);
  }

  private static ObjectMeta meta(String name, String owner) {
    ObjectMetaBuilder meta = ObjectMeta.builder().namespace("team").name(name);
    if (!owner.isEmpty()) {
      String[] parts = owner.split("/", -1);
      meta.owners(List.of(new OwnerReference("apps/v1", parts[0], parts[1], "u", true)));
    }
    return meta.build();
  }

  private static Pod pod(String name, String owner, String phase) {
    Pod pod = PodBuilder.pod("team", name).status(s -> s.phase(phase)).build();
    return pod.withMetadata(meta(name, owner));
  }

  private static Event failedCreate(String kind, String name, String pod) {
    return new Event(
        meta("e-" + pod, ""),
        new ObjectReference(kind, "team", name, ""),
        "",
        "Warning",
        "FailedCreate",
        "Error creating: pods \"" + pod + "\" is forbidden: exceeded quota",
        Optional.of(Instant.EPOCH),
        Optional.of(Instant.EPOCH),
        1);
  }

  private static WorkloadPods only(ApiObject... objects) {
    ClusterBuilder cluster = Cluster.builder(Instant.EPOCH);
    List.of(objects).forEach(cluster::add);
    assertThat(Workloads.of(cluster.build()).list()).hasSize(1);
    return Workloads.of(cluster.build()).list("team").iterator().next();
  }

  @Test
  void pods_are_gathered_under_their_outermost_owner_and_created_by_the_innermost() {
    WorkloadPods web = only(DEPLOYMENT, REPLICA_SET, pod("web-1-a", "ReplicaSet/web-1", "Running"));

    assertThat(web.label()).isEqualTo("deployment/web");
    assertThat(web.pods()).extracting(Pod::name).containsExactly("web-1-a");
    assertThat(web.templateOwners())
        .extracting(PodTemplateOwner::workload)
        .containsExactly(REPLICA_SET);
  }

  @Test
  void after_a_change_only_namespaces_that_changed_are_gathered_again() {
    Pod other = PodBuilder.pod("other", "p").build();
    Cluster before =
        Cluster.builder(Instant.EPOCH)
            .add(REPLICA_SET)
            .add(pod("web-1-a", "ReplicaSet/web-1", "Running"))
            .add(other)
            .build();
    Workloads known = Workloads.of(before);
    WorkloadPods kept = known.list("other").iterator().next();
    assertThat(known.list("team").iterator().next().missing()).isEqualTo(2);

    Cluster after = before.with(pod("web-1-b", "ReplicaSet/web-1", "Running"));
    Workloads changed = known.in(after);

    assertThat(changed.list("other").iterator().next()).isSameAs(kept);
    assertThat(changed.list("team").iterator().next().missing()).isEqualTo(1);
    assertThat(changed.list()).hasSameSizeAs(known.list());
  }

  @Test
  void a_workload_that_is_being_deleted_lacks_no_pods() {
    Workload deleted =
        REPLICA_SET.withMetadata(
            REPLICA_SET.metadata().with().deletionTimestamp(Optional.of(Instant.EPOCH)).build());

    assertThat(only(REPLICA_SET, DEPLOYMENT).missing()).isEqualTo(3);
    assertThat(only(deleted, DEPLOYMENT).missing()).isZero();
  }

  @Test
  void a_workload_lacks_no_pods_from_the_deletion_of_its_namespace_on() {
    Namespace namespace = new Namespace(ObjectMeta.of("", "team"));
    Namespace deleted =
        new Namespace(
            namespace.metadata().with().deletionTimestamp(Optional.of(Instant.EPOCH)).build());
    Cluster before =
        Cluster.builder(Instant.EPOCH).add(namespace).add(REPLICA_SET).add(DEPLOYMENT).build();
    Workloads known = Workloads.of(before);

    assertThat(known.list("team").iterator().next().missing()).isEqualTo(3);
    assertThat(known.in(before.with(deleted)).list("team").iterator().next().missing()).isZero();
  }

  @Test
  void pods_of_an_earlier_owner_of_the_same_name_are_not_counted() {
    Workload second = REPLICA_SET.withMetadata(meta("web-1", "").with().uid("second").build());
    Pod former = pod("web-1-a", "ReplicaSet/web-1", "Running");
    Cluster cluster = Cluster.builder(Instant.EPOCH).add(second).add(former).build();

    List<WorkloadPods> all = List.copyOf(Workloads.of(cluster).list("team"));

    assertThat(all)
        .extracting(WorkloadPods::label)
        .containsExactly("replicaset/web-1", "pod/web-1-a");
    assertThat(all.get(0).missing()).isEqualTo(3);
    assertThat(all.get(0).pods()).isEmpty();
  }

  @Test
  void a_former_pod_of_a_StatefulSet_holds_its_name_until_it_is_gone() {
    Workload set =
        workload("apps/v1", "StatefulSet", "db", "", 1)
            .withDetails(new WorkloadDetails.StatefulSet(true, 0, List.of(), Optional.empty(), 0));
    Workload second = set.withMetadata(set.metadata().withUid("second"));
    Pod former = pod("db-0", "StatefulSet/db", "Succeeded");
    ObjectMeta deleted = former.metadata().withDeletionTimestamp(Optional.of(Instant.EPOCH));

    assertThat(only(second, former).missing()).isEqualTo(1);
    assertThat(only(second, former.withMetadata(deleted)).missing()).isZero();
  }

  @Test
  void what_is_missing_is_what_the_template_wants_beyond_the_pods_that_have_not_ended() {
    WorkloadPods web =
        only(
            REPLICA_SET,
            DEPLOYMENT,
            pod("web-1-a", "ReplicaSet/web-1", "Running"),
            pod("web-1-b", "ReplicaSet/web-1", "Failed"));

    assertThat(web.missing()).isEqualTo(2);
  }

  @Test
  void a_pod_that_is_being_deleted_is_replaced_at_once_where_its_name_does_not_matter() {
    Pod leaving = pod("web-1-a", "ReplicaSet/web-1", "Running");
    ObjectMeta deleted = leaving.metadata().withDeletionTimestamp(Optional.of(Instant.EPOCH));
    WorkloadPods web = only(REPLICA_SET, DEPLOYMENT, leaving.withMetadata(deleted));

    assertThat(web.missing()).isEqualTo(3);
    Workload set = workload("apps/v1", "StatefulSet", "db", "", 1);
    Pod first = pod("db-0", "StatefulSet/db", "Running");
    assertThat(
            only(
                    set,
                    first.withMetadata(
                        first.metadata().withDeletionTimestamp(Optional.of(Instant.EPOCH))))
                .missing())
        .isZero();
  }

  @Test
  void an_owner_that_is_not_in_the_snapshot_still_gathers_its_pods() {
    WorkloadPods gone = only(pod("x", "Job/gone", "Pending"), pod("y", "Job/gone", "Pending"));

    assertThat(gone.label()).isEqualTo("job/gone");
    assertThat(gone.pods()).hasSize(2);
    assertThat(gone.templateOwners()).isEmpty();
  }

  @Test
  void a_static_pod_of_a_node_stands_for_itself() {
    assertThat(only(pod("etcd", "Node/master", "Running")).label()).isEqualTo("pod/etcd");
  }

  @Test
  void an_inactive_workload_misses_no_pods() {
    Workload suspended =
        new Workload(
            REPLICA_SET.metadata(),
            REPLICA_SET.type(),
            REPLICA_SET.resource(),
            REPLICA_SET.templates(),
            List.of(),
            true);

    assertThat(only(suspended).missing()).isZero();
  }

  @Test
  void a_custom_resource_creates_pods_once_it_is_seen_trying() {
    Workload custom = workload("example.com/v1", "TrainingJob", "bert", "", 2);

    assertThat(only(custom).missing()).isZero();
    WorkloadPods failing = only(custom, failedCreate("TrainingJob", "bert", "bert-worker-0"));
    assertThat(failing.missing()).isEqualTo(2);
    assertThat(failing.templateOwners().get(0).missingPods())
        .extracting(Pod::name)
        .containsExactly("bert-worker-0", "bert-…");
  }

  @Test
  void a_denied_pod_counts_with_each_reason_that_a_controller_may_give_the_event() {
    Workload custom = workload("example.com/v1", "TrainingJob", "bert", "", 2);
    Event denied =
        new Event(
            meta("e", ""),
            new ObjectReference("TrainingJob", "team", "bert", ""),
            "",
            "Warning",
            "FailedToCreateHeadPod",
            "Failed to create head Pod, pods \"bert-head\" is forbidden: exceeded quota",
            Optional.of(Instant.EPOCH),
            Optional.of(Instant.EPOCH),
            1);

    assertThat(only(custom, denied).missing()).isEqualTo(2);
  }

  @Test
  void a_pod_counts_for_the_template_that_it_is_like() {
    Workload cluster =
        workload("ray.io/v1", "RayCluster", "ray", "", 1)
            .withTemplates(List.of(template("head", 0, 1), template("worker", 1, 3)));
    WorkloadPods ray =
        only(
            cluster,
            pod("w1", "RayCluster/ray", "Running").withSpec(template("worker", 1, 0).spec()),
            pod("w2", "RayCluster/ray", "Running").withSpec(template("worker", 1, 0).spec()));

    assertThat(ray.templateOwners()).extracting(PodTemplateOwner::missing).containsExactly(1, 1);
  }

  @Test
  void templates_with_containers_of_one_name_differ_in_their_requests() {
    Workload cluster =
        workload("example.com/v1", "TrainingJob", "bert", "", 1)
            .withTemplates(List.of(template("main", 1, 2), template("main", 2, 2)));
    WorkloadPods bert =
        only(
            cluster,
            pod("p", "TrainingJob/bert", "Running").withSpec(template("main", 2, 0).spec()));

    assertThat(bert.templateOwners()).extracting(PodTemplateOwner::missing).containsExactly(2, 1);
  }

  private static Workload.PodTemplate template(String container, int gpus, int replicas) {
    Resources amounts =
        Resources.of(ResourceName.of("nvidia.com/gpu"), Quantity.parse(Integer.toString(gpus)));
    ResourceRequirements resources = new ResourceRequirements(amounts, amounts, List.of());
    return new Workload.PodTemplate(
        "spec." + container + gpus,
        ObjectMeta.builder().build(),
        PodSpec.builder().containers(List.of(Container.of(container, resources))).build(),
        OptionalInt.of(replicas));
  }

  @Test
  void the_next_pods_of_a_stateful_set_take_the_free_ordinals() {
    Workload set = workload("apps/v1", "StatefulSet", "db", "", 3);
    PodTemplateOwner owner =
        only(set, pod("db-1", "StatefulSet/db", "Running")).templateOwners().get(0);

    assertThat(owner.missingPods()).extracting(Pod::name).containsExactly("db-0", "db-2");
    assertThat(owner.missingPods().get(0).metadata().controller().orElseThrow().name())
        .isEqualTo("db");
    assertThat(owner.templatePath()).containsExactly("spec", "template", "spec");
  }

  @Test
  @Timeout(20)
  void the_names_of_many_next_pods_are_counted_once() {
    Workload set = workload("apps/v1", "StatefulSet", "db", "", Integer.MAX_VALUE);
    PodTemplateOwner owner =
        only(set, pod("db-0", "StatefulSet/db", "Running")).templateOwners().get(0);

    assertThat(owner.missing()).isEqualTo(Integer.MAX_VALUE - 1);
    assertThat(owner.nextPods(100_000)).last().extracting(Pod::name).isEqualTo("db-100000");
  }

  private static final Workload AGENT =
      workload("apps/v1", "DaemonSet", "agent", "", 3)
          .withDetails(new WorkloadDetails.DaemonSet(OptionalInt.of(3), 3, Optional.empty()));

  private static Pod agentOn(String node) {
    Pod pod = pod("agent-" + node, "DaemonSet/agent", "Running");
    return pod.withSpec(pod.spec().withNodeName(node));
  }

  private static ClusterBuilder agents(Pod... pods) {
    ClusterBuilder cluster = Cluster.builder(Instant.EPOCH).add(AGENT);
    for (String name : List.of("a", "b", "c", "d")) {
      NodeBuilder node = NodeBuilder.node(name);
      cluster.add(name.equals("d") ? node.taint("gpu", "", "NoSchedule").build() : node.build());
    }
    List.of(pods).forEach(cluster::add);
    return cluster;
  }

  private static List<String> nodesOfMissingPods(Cluster cluster) {
    return Workloads.of(cluster).list("team").iterator().next().templateOwners().stream()
        .flatMap(o -> o.missingPods().stream())
        .map(p -> p.spec().affinity().requiredNodes().map(Object::toString).orElse("any"))
        .map(text -> text.replaceAll(".*values=\\[(.)].*", "$1"))
        .toList();
  }

  @Test
  void each_missing_pod_of_a_DaemonSet_is_for_a_node_that_has_none() {
    assertThat(nodesOfMissingPods(agents(agentOn("b")).build())).containsExactly("a", "c");
  }

  @Test
  void a_waiting_pod_of_a_DaemonSet_holds_its_node() {
    Pod waiting = pod("agent-x", "DaemonSet/agent", "Pending");

    assertThat(
            nodesOfMissingPods(
                agents(waiting.withSpec(DaemonPods.spec(waiting.spec(), "a"))).build()))
        .containsExactly("b", "c");
  }

  /** The status of the DaemonSet is older than the node. */
  @Test
  void the_nodes_that_were_read_tell_how_many_pods_a_DaemonSet_lacks() {
    assertThat(nodesOfMissingPods(agents(agentOn("b")).add(NodeBuilder.node("e").build()).build()))
        .containsExactly("a", "c", "e");
  }

  @Test
  void a_DaemonSet_without_a_status_lacks_a_pod_on_each_node_that_it_allows() {
    Workload created =
        workload("apps/v1", "DaemonSet", "agent", "", 0)
            .withDetails(new WorkloadDetails.DaemonSet(OptionalInt.empty(), 0, Optional.empty()));

    assertThat(nodesOfMissingPods(agents().add(created).complete().build()))
        .containsExactly("a", "b", "c");
  }

  @Test
  void without_the_nodes_the_status_tells_how_many_pods_a_DaemonSet_lacks() {
    Cluster unread = agents(agentOn("b")).build().withCoverage(Node.RESOURCE, Coverage.NONE);

    assertThat(nodesOfMissingPods(unread)).containsExactly("any", "any");
  }
}
