package dev.plimsoll.kube.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.file.SnapshotReader;
import dev.plimsoll.kube.file.Unlisted;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.SuspendedDemand;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.TenantCapacity;
import dev.plimsoll.model.tenancy.TenantDemand;
import dev.plimsoll.model.tenancy.TenantDemands;
import dev.plimsoll.model.tenancy.UnservableDemand;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From objects as their projects' controllers write them to what they count as demand. */
class WaitingWorkTest {
  private static final DividedResource GPUS = DividedResource.of(ResourceName.of("nvidia.com/gpu"));
  private static final String NODE =
      """
      apiVersion: v1
      kind: Node
      metadata: {name: n}
      status:
        allocatable: {nvidia.com/gpu: "8", cpu: "64", memory: 512Gi, pods: "110"}
        conditions: [{type: Ready, status: "True"}]
      """;
  private static final String POD =
      "{containers: [{name: c, resources: {limits: &r {nvidia.com/gpu: \"%d\"}, requests: *r}}]}";
  private static final String JOB =
      """
      apiVersion: batch/v1
      kind: Job
      metadata: {namespace: red, name: train, uid: j}
      spec:
        suspend: true
        parallelism: 3
        template: {spec: %s}
      """
          .formatted(gpus(2));
  private static final String WORKLOAD =
      """
      apiVersion: kueue.x-k8s.io/v1beta1
      kind: Workload
      metadata:
        namespace: red
        name: job-train
        ownerReferences: [{apiVersion: batch/v1, kind: Job, name: train, uid: j, controller: true}]
      spec:
        queueName: q
        active: %s
        podSets:
        - {name: main, count: 3, template: {spec: %s}}
      status:
        conditions: [%s]
      """;

  @TempDir Path folder;

  @Test
  void pods_of_a_workload_that_are_no_longer_needed_count_no_more() throws IOException {
    String evicted = workload("true", "") + "\n  reclaimablePods: [{name: main, count: 2}]\n";

    assertThat(suspended(Set.of(SuspendedDemand.KUEUE), JOB, evicted)).isEqualTo(2);
  }

  @Test
  void nothing_suspended_counts_unless_the_policy_says_so() throws IOException {
    assertThat(suspended(Set.of(), JOB, workload("true", ""))).isZero();
  }

  @Test
  void a_workload_that_is_not_admitted_counts_with_all_its_pod_sets() throws IOException {
    assertThat(suspended(Set.of(SuspendedDemand.KUEUE), workload("true", ""))).isEqualTo(6);
    assertThat(
            suspended(
                Set.of(SuspendedDemand.KUEUE),
                workload("true", "{type: QuotaReserved, status: \"False\", reason: Pending}")))
        .isEqualTo(6);
  }

  @Test
  void a_workload_that_is_admitted_finished_or_deactivated_does_not_count() throws IOException {
    for (String type : new String[] {"QuotaReserved", "Admitted", "Finished"}) {
      String condition = "{type: %s, status: \"True\"}".formatted(type);
      assertThat(suspended(Set.of(SuspendedDemand.KUEUE), workload("true", condition)))
          .as(type)
          .isZero();
    }
    assertThat(suspended(Set.of(SuspendedDemand.KUEUE), workload("false", ""))).isZero();
  }

  @Test
  void a_suspended_job_counts_once_whether_its_workload_does_or_not() throws IOException {
    Set<SuspendedDemand> both = Set.of(SuspendedDemand.KUEUE, SuspendedDemand.JOB);
    assertThat(suspended(both, JOB)).isEqualTo(6);
    assertThat(suspended(both, JOB, workload("true", ""))).isEqualTo(6);
    assertThat(suspended(Set.of(SuspendedDemand.JOB), JOB, workload("true", ""))).isEqualTo(6);
    assertThat(suspended(both, JOB, workload("true", "{type: Admitted, status: \"True\"}")))
        .isEqualTo(6);
    assertThat(suspended(both, JOB, workload("false", ""))).isZero();
  }

  @Test
  void pods_that_are_there_are_not_counted_again() throws IOException {
    String pod =
        """
        apiVersion: v1
        kind: Pod
        metadata:
          namespace: red
          name: train-1
          ownerReferences: [{apiVersion: batch/v1, kind: Job, name: train, uid: j, controller: true}]
        spec: %s
        status: {phase: Pending}
        """
            .formatted(gpus(2));
    TenantDemand demand = demand(Set.of(SuspendedDemand.KUEUE), JOB, workload("true", ""), pod);

    assertThat(TenantDemand.sum(demand.suspended(), GPUS)).isEqualByComparingTo("4");
    assertThat(demand.total(GPUS)).isEqualByComparingTo("6");
  }

  @Test
  void a_gated_pod_is_pending_and_its_workload_adds_nothing() throws IOException {
    String workload =
        WORKLOAD
            .formatted("true", gpus(2), "")
            .replace("count: 3", "count: 1")
            .replace(
                "apiVersion: batch/v1, kind: Job, name: train",
                "apiVersion: v1, kind: Pod, name: p");
    String pod =
        """
        apiVersion: v1
        kind: Pod
        metadata: {namespace: red, name: p}
        spec: {schedulingGates: [{name: kueue.x-k8s.io/admission}], %s
        """
            .formatted(gpus(2).substring(1));
    TenantDemand demand = demand(Set.of(SuspendedDemand.KUEUE), workload, pod);

    assertThat(demand.suspended()).isEmpty();
    assertThat(TenantDemand.sum(demand.pending(), GPUS)).isEqualByComparingTo("2");
  }

  @Test
  void a_job_of_something_that_is_counted_itself_does_not_count() throws IOException {
    String launcher =
        JOB.replace(
            "uid: j}",
            "uid: j, ownerReferences: [{apiVersion: kubeflow.org/v2beta1, kind: MPIJob, name: mpi,"
                + " uid: m, controller: true}]}");
    Set<SuspendedDemand> all = Set.of(SuspendedDemand.values());

    assertThat(suspended(all, mpi("true", ""), launcher)).isEqualTo(16);
    assertThat(suspended(Set.of(SuspendedDemand.JOB), mpi("true", ""), launcher)).isEqualTo(6);
  }

  @Test
  void an_mpi_job_counts_until_it_has_pods_or_has_finished() throws IOException {
    Set<SuspendedDemand> mpi = Set.of(SuspendedDemand.MPI);
    assertThat(suspended(mpi, mpi("true", ""))).isEqualTo(16);
    assertThat(suspended(mpi, mpi("false", ""))).isEqualTo(16);
    assertThat(suspended(mpi, mpi("false", "{type: Succeeded, status: \"True\"}"))).isZero();
    String worker =
        """
        apiVersion: v1
        kind: Pod
        metadata:
          namespace: red
          name: mpi-worker-0
          ownerReferences:
          - {apiVersion: kubeflow.org/v2beta1, kind: MPIJob, name: mpi, uid: m, controller: true}
        spec: %s
        """
            .formatted(gpus(8));
    TenantDemand demand = demand(mpi, mpi("false", ""), worker);
    assertThat(demand.suspended()).isEmpty();
    assertThat(demand.total(GPUS)).isGreaterThanOrEqualTo(new BigDecimal(8));
  }

  @Test
  void a_volcano_job_counts_with_all_tasks_while_it_is_pending() throws IOException {
    Set<SuspendedDemand> volcano = Set.of(SuspendedDemand.VOLCANO);
    assertThat(suspended(volcano, volcano("Pending"))).isEqualTo(9);
    assertThat(suspended(volcano, volcano("Running"))).isZero();
    assertThat(suspended(Set.of(SuspendedDemand.JOB), volcano("Pending"))).isZero();
  }

  @Test
  void a_workflow_counts_with_the_pods_it_starts_with() throws IOException {
    Set<SuspendedDemand> argo = Set.of(SuspendedDemand.ARGO);
    String dag =
        """
        entrypoint: main
        nodeSelector: {disk: none}
        templates:
        - name: main
          dag:
            tasks:
            - {name: a, template: gpus, withItems: [1, 2, 3]}
            - {name: b, template: more}
            - {name: c, template: gpus, dependencies: [a]}
        - name: more
          steps:
          - - {name: x, template: gpus}
            - {name: y, template: gpus, when: "{{a}} == 1"}
          - - {name: z, template: gpus}
        - name: gpus
          nodeSelector: {}
          container: {image: i, resources: {limits: {nvidia.com/gpu: 1}}}
        """;
    TenantDemand demand = demand(argo, workflow("Pending", dag));

    assertThat(TenantDemand.sum(demand.suspended(), GPUS)).isEqualByComparingTo("4");
    assertThat(demand.unknown())
        .containsExactly(
            "what Workflow red/flow starts by spec.templates[1].steps[0][1] isn't known and"
                + " so no demand");
    assertThat(suspended(argo, workflow("Running", dag))).isZero();
    assertThat(suspended(argo, workflow("Succeeded", dag))).isZero();
  }

  @Test
  void what_a_workflow_asks_for_by_parameters_is_said_to_be_unknown() throws IOException {
    String parameter =
        """
        entrypoint: main
        templates:
        - name: main
          container: {resources: {limits: {nvidia.com/gpu: "{{inputs.parameters.gpus}}"}}}
        """;
    for (String spec :
        new String[] {parameter, "workflowTemplateRef: {name: t}", "entrypoint: x"}) {
      TenantDemand demand = demand(Set.of(SuspendedDemand.ARGO), workflow("", spec));
      assertThat(demand.suspended()).isEmpty();
      assertThat(demand.unknown()).as(spec).hasSize(1);
    }
  }

  @Test
  void suspended_work_that_no_node_could_serve_is_named() throws IOException {
    TenantDemand demand =
        demand(Set.of(SuspendedDemand.JOB), JOB.replace("gpu: \"2\"", "gpu: \"9\""));

    assertThat(demand.suspended()).isEmpty();
    assertThat(demand.unservable()).extracting(UnservableDemand::pods).containsExactly(3);
  }

  private static String workload(String active, String condition) {
    return WORKLOAD.formatted(active, gpus(2), condition);
  }

  private static String mpi(String suspend, String condition) {
    return """
        apiVersion: kubeflow.org/v2beta1
        kind: MPIJob
        metadata: {namespace: red, name: mpi, uid: m}
        spec:
          runPolicy: {suspend: %s}
          mpiReplicaSpecs:
            Launcher: {template: {spec: {containers: [{name: l}]}}}
            Worker: {replicas: 2, template: {spec: %s}}
        status: {conditions: [%s]}
        """
        .formatted(suspend, gpus(8), condition);
  }

  private static String volcano(String phase) {
    return """
        apiVersion: batch.volcano.sh/v1alpha1
        kind: Job
        metadata: {namespace: red, name: v, uid: v}
        spec:
          minAvailable: 1
          tasks:
          - {name: ps, replicas: 1, template: {spec: %s}}
          - {name: worker, replicas: 4, template: {spec: %s}}
        status: {state: {phase: %s}, conditions: [{status: Pending}]}
        """
        .formatted(gpus(1), gpus(2), phase);
  }

  private static String workflow(String phase, String spec) {
    return """
        apiVersion: argoproj.io/v1alpha1
        kind: Workflow
        metadata: {namespace: red, name: flow}
        status: {phase: "%s"}
        spec:
        %s
        """
        .formatted(phase, spec.indent(2));
  }

  private static String gpus(int number) {
    return POD.formatted(number);
  }

  private long suspended(Set<SuspendedDemand> counted, String... objects) throws IOException {
    return TenantDemand.sum(demand(counted, objects).suspended(), GPUS).longValueExact();
  }

  private TenantDemand demand(Set<SuspendedDemand> counted, String... objects) throws IOException {
    String all = NODE + "---\n" + String.join("---\n", objects);
    Path file = Files.writeString(folder.resolve("objects.yaml"), all);
    Cluster cluster = SnapshotReader.read(List.of(file), Unlisted.NONEXISTENT, n -> {}, p -> {});
    assertThat(cluster.omissions()).isEmpty();
    CapacityPolicy policy =
        CapacityPolicy.proportional("p", List.of(Tenant.of("red", 1, "red")), List.of(GPUS))
            .withSuspendedDemand(counted);
    return TenantDemands.of(cluster, TenantCapacity.of(cluster, policy)).get(0);
  }
}
