package dev.plimsoll.cli;

import dev.plimsoll.testkit.plane.Await;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A fault that keeps pods of the workload {@code w} from running: in a namespace and on a pool of
 * nodes of its own.
 */
final class PlantedFault {
  private static final List<String> CONTROLLED =
      List.of("Deployment", "Deployment", "ReplicaSet", "StatefulSet", "Job", "CronJob");
  private static final List<String> ANY =
      List.of("Deployment", "Deployment", "ReplicaSet", "StatefulSet", "Job", "CronJob", "Pod");
  private static final Set<String> OF_QUOTA =
      Set.of("QuotaExhausted", "QuotaExhaustedCapacityFree");
  private static final Set<String> OF_NODES =
      Set.of("NoEligibleNode", "Fragmented", "CapacityExhausted");

  private static final Set<String> FAILURES = Set.of("FailedCreate", "FailedResourceClaimCreation");

  /** What can be wrong. */
  enum Kind {
    GpuQuota(OF_QUOTA),
    PodQuota(OF_QUOTA),
    CpuQuota(OF_QUOTA),
    TwoQuotas(OF_QUOTA),
    QuotaHeldByPending(Set.of("QuotaExhausted", "QuotaExhaustedCapacityFree", "PendingHoldsQuota")),
    RequestsMissing(Set.of("RequestRequired")),
    RequestsMissingAndQuotaFull(Set.of("RequestRequired")),
    RequestsMissingAndNodesFull(Set.of("RequestRequired")),
    LimitRangeMax(Set.of("LimitRangeRefuses")),
    LimitRangeDefault(Set.of("LimitRangeRefuses", "PodInvalid")),
    LimitRangeInjects(Set.of("LimitRangeInjects", "QuotaExhausted", "QuotaExhaustedCapacityFree")),
    TaintOfResource(OF_NODES),
    TaintOfTeam(OF_NODES),
    TaintAndBetterNodes(OF_NODES),
    WrongSelector(OF_NODES),
    LabelMissing(OF_NODES),
    AffinityUnmet(OF_NODES),
    Cordoned(OF_NODES),
    Fragmented(OF_NODES),
    NodesFull(OF_NODES),
    RequestTooLarge(OF_NODES),
    SeveralReasons(OF_NODES),
    ZonesTooFew(OF_NODES),
    HostPortTaken(OF_NODES),
    OtherPodsMissing(OF_NODES),
    OtherPodsPresent(OF_NODES),
    DomainsTooFew(OF_NODES),
    CpuRequestTooLarge(OF_NODES),
    StorageClassMissing(OF_NODES),
    ClaimMissing(OF_NODES),
    NoDefaultClass(OF_NODES),
    VolumeMissing(OF_NODES),
    ClaimTemplateMissing(OF_NODES),
    Stranded(Set.of("GpusStranded")),
    AccountMissing(Set.of("AdmissionRefused")),
    RuntimeClassMissing(Set.of("AdmissionRefused", "PodInvalid")),
    PriorityClassMissing(Set.of("AdmissionRefused", "PodInvalid")),
    Gated(Set.of("SchedulingGated")),
    RolloutBlocked(Set.of("RolloutBlocked")),
    SurgeWithoutNode(OF_NODES),
    FormerTemplate(OF_NODES),
    FormerDefault(OF_NODES),
    ResourceMisspelled(OF_NODES),
    QuotaAndCordoned(OF_QUOTA);

    private final String gaps;

    Kind(Set<String> gaps) {
      this.gaps = String.join(",", gaps);
    }

    /** Returns which gaps name it. */
    Set<String> gaps() {
      return Set.of(gaps.split(",", -1));
    }
  }

  private final FaultyCluster cluster;
  private final Random random;
  private final Kind kind;
  private final String name;
  private String workloadKind = "Deployment";
  private String selector = "";
  private String template = "";
  private int replicas;

  PlantedFault(FaultyCluster cluster, Random random, Kind kind, String name) {
    this.cluster = cluster;
    this.random = random;
    this.kind = kind;
    this.name = name;
    this.replicas = 1 + random.nextInt(3);
  }

  Kind kind() {
    return kind;
  }

  String namespace() {
    return name;
  }

  /** Returns {@code deployment/w} or the like. */
  String workload() {
    return workloadKind.toLowerCase(java.util.Locale.ROOT) + "/w";
  }

  /** Returns how many pods are placed of those that are counted. */
  int placed() throws IOException {
    return (int)
        cluster.placed(name, "w").stream()
            .filter(p -> !isOfRollout() || p.toString().contains("\"image\":\"new\""))
            .count();
  }

  private boolean isOfRollout() {
    return kind == Kind.RolloutBlocked || kind == Kind.SurgeWithoutNode;
  }

  /** Returns how many pods have no node. */
  long waiting() throws IOException {
    return cluster.pods(name).stream()
        .filter(p -> p.toString().contains("\"app\":\"w\""))
        .filter(p -> !p.getAsJsonObject("spec").has("nodeName"))
        .count();
  }

  @Override
  public String toString() {
    return kind + " in " + name + " (" + workload() + ", " + replicas + " pods)";
  }

  /** Makes the fault, and waits until it shows. */
  void plant() throws Exception {
    cluster.namespace(name);
    switch (kind) {
      case GpuQuota -> {
        nodes(2, "");
        quota("'requests.nvidia.com/gpu':'1'");
        controlled(gpus(2));
      }
      case PodQuota -> {
        nodes(1, "");
        quota("'pods':'0'");
        controlled(gpus(1));
      }
      case CpuQuota -> {
        nodes(1, "");
        quota("'requests.cpu':'1','limits.memory':'2Gi'");
        controlled("{'requests':{'cpu':'2'},'limits':{'cpu':'2','memory':'4Gi'}}");
      }
      case TwoQuotas -> {
        nodes(1, "");
        quota("'requests.nvidia.com/gpu':'0'");
        cluster.quota(name, "other", "'pods':'0'");
        controlled(gpus(1));
      }
      case QuotaHeldByPending -> {
        nodes(1, "");
        quota("'requests.nvidia.com/gpu':'9'");
        workload("Pod", "holder", 1, pod("", gpus(9)));
        controlled(gpus(1));
      }
      case RequestsMissing -> {
        nodes(1, "");
        quota(
            random.nextBoolean()
                ? "'limits.memory':'64Gi'"
                : "'requests.cpu':'16','limits.memory':'64Gi'");
        controlled("{}");
      }
      case RequestsMissingAndQuotaFull -> {
        nodes(1, "");
        quota("'limits.memory':'64Gi','requests.nvidia.com/gpu':'0'");
        controlled(gpus(1));
      }
      case RequestsMissingAndNodesFull -> {
        nodes(1, "'unschedulable':true");
        quota("'limits.memory':'64Gi'");
        controlled(gpus(1));
      }
      case LimitRangeMax -> {
        nodes(1, "");
        limitRange("{'type':'Container','max':{'cpu':'1'}}");
        controlled("{'requests':{'cpu':'3'},'limits':{'cpu':'3'}}");
      }
      case LimitRangeDefault -> {
        nodes(1, "");
        limitRange("{'type':'Container','default':{'cpu':'1'},'defaultRequest':{'cpu':'1'}}");
        controlled("{'requests':{'cpu':'3'}}");
      }
      case LimitRangeInjects -> {
        nodes(1, "");
        limitRange(
            "{'type':'Container','default':{'nvidia.com/gpu':'1'},'defaultRequest':{'nvidia.com/gpu':'1'}}");
        quota("'requests.nvidia.com/gpu':'0'");
        controlled("{'requests':{'cpu':'1'}}");
      }
      case TaintOfResource -> {
        nodes(
            1 + random.nextInt(2),
            "'taints':[{'key':'nvidia.com/gpu','value':'present','effect':'NoSchedule'}]");
        any(pod("", gpus(1)));
      }
      case TaintOfTeam -> {
        nodes(1 + random.nextInt(2), "'taints':[{'key':'team','value':'b','effect':'NoSchedule'}]");
        any(pod("", gpus(1)));
      }
      case TaintAndBetterNodes -> {
        String taints = "'taints':[{'key':'nvidia.com/gpu','effect':'NoSchedule'}]";
        cluster.node(name + "-a", name, 8, ",'nvidia.com/gpu.product':'A100'", taints);
        cluster.node(name + "-h", name, 8, ",'nvidia.com/gpu.product':'H100'", taints);
        any(pod("", gpus(1)));
      }
      case WrongSelector -> {
        cluster.node(name + "-0", name, 8, ",'gpu':'a100'", "");
        selector = ",'gpu':'v100'";
        any(pod("", gpus(1)));
      }
      case LabelMissing -> {
        nodes(1, "");
        selector = ",'disk':'ssd'";
        any(pod("", gpus(1)));
      }
      case AffinityUnmet -> {
        nodes(1, "");
        String mine = "{'key':'pool','operator':'In','values':['" + name + "']}";
        String unmet = "{'key':'memory','operator':'Gt','values':['40']}";
        List<String> requirements =
            random.nextBoolean() ? List.of(unmet) : List.of(mine, unmet, mine);
        any(
            pod(
                "'affinity':{'nodeAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':{'nodeSelectorTerms':[{'matchExpressions':%s}]}}},"
                    .formatted(requirements),
                gpus(1)));
      }
      case Cordoned -> {
        nodes(1 + random.nextInt(3), "'unschedulable':true");
        any(pod("", gpus(1)));
      }
      case Fragmented -> fragmented();
      case NodesFull -> {
        nodes(1, "");
        filled(gpus(8));
        replicas = 1;
        any(pod("", gpus(4 + random.nextInt(5))));
      }
      case RequestTooLarge -> {
        nodes(1, "");
        replicas = 1;
        any(pod("", gpus(9 + random.nextInt(4))));
      }
      case SeveralReasons -> {
        cluster.node(name + "-0", name, 8, "", "'unschedulable':true");
        cluster.node(
            name + "-1", name, 8, "", "'taints':[{'key':'nvidia.com/gpu','effect':'NoSchedule'}]");
        replicas = 2 + random.nextInt(3);
        any(pod("", gpus(8)));
      }
      case ZonesTooFew -> {
        for (int i = 0; i < 3; i++) {
          cluster.node(name + "-" + i, name, 8, ",'topology.kubernetes.io/zone':'z" + i + "'", "");
        }
        replicas = 5;
        workloadKind = "Deployment";
        workload(
            workloadKind,
            "w",
            replicas,
            pod(
                "'affinity':{'podAntiAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':[{'topologyKey':'topology.kubernetes.io/zone','labelSelector':{'matchLabels':{'app':'w'}}}]}},",
                gpus(1)));
      }
      case HostPortTaken -> {
        String port = gpus(1) + ",'ports':[{'containerPort':80,'hostPort':80}]";
        nodes(1, "");
        filled(port);
        replicas = 1;
        any(pod("", port));
      }
      case OtherPodsMissing -> {
        nodes(1, "");
        any(
            pod(
                "'affinity':{'podAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':[{'topologyKey':'pool','labelSelector':{'matchLabels':{'app':'cache'}}}]}},",
                gpus(1)));
      }
      case OtherPodsPresent -> {
        nodes(1, "");
        filled(gpus(1));
        any(
            pod(
                "'affinity':{'podAntiAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':[{'topologyKey':'pool','labelSelector':{'matchLabels':{'app':'filler'}}}]}},",
                gpus(1)));
      }
      case DomainsTooFew -> {
        nodes(1, "");
        filled(gpus(1));
        any(
            pod(
                "'topologySpreadConstraints':[{'topologyKey':'pool','maxSkew':1,'minDomains':2,'whenUnsatisfiable':'DoNotSchedule','labelSelector':{'matchExpressions':[{'key':'app','operator':'Exists'}]}}],",
                gpus(1)));
      }
      case CpuRequestTooLarge -> {
        nodes(1, "");
        replicas = 1;
        any(pod("", "{'requests':{'cpu':'" + (33 + random.nextInt(20)) + "'}}"));
      }
      case StorageClassMissing -> {
        nodes(1, "");
        storageClasses();
        stateful("'storageClassName':'fast-" + name + "',");
      }
      case ClaimMissing -> {
        nodes(1, "");
        storageClasses();
        workloadKind = "Deployment";
        workload(
            workloadKind,
            "w",
            replicas,
            pod(
                "'volumes':[{'name':'data','persistentVolumeClaim':{'claimName':'data'}}],",
                gpus(1)));
      }
      case VolumeMissing -> {
        nodes(1, "");
        storageClasses();
        claim("data", "'storageClassName':'standard','volumeName':'none-" + name + "',");
        workloadKind = "Deployment";
        workload(
            workloadKind,
            "w",
            replicas,
            pod(
                "'volumes':[{'name':'data','persistentVolumeClaim':{'claimName':'data'}}],",
                gpus(1)));
      }
      case NoDefaultClass -> {
        nodes(1, "");
        storageClasses();
        claim("data", "");
        workloadKind = "Deployment";
        workload(
            workloadKind,
            "w",
            replicas,
            pod(
                "'volumes':[{'name':'data','persistentVolumeClaim':{'claimName':'data'}}],",
                gpus(1)));
      }
      case ClaimTemplateMissing -> {
        nodes(1, "");
        devices();
        workloadKind = "Deployment";
        workload(
            workloadKind,
            "w",
            replicas,
            pod(
                "'resourceClaims':[{'name':'d','resourceClaimTemplateName':'gpu'}],",
                "{'claims':[{'name':'d'}]}"));
      }
      case Stranded -> stranded();
      case AccountMissing -> {
        nodes(1, "");
        template = "'serviceAccountName':'trainer',";
        controlled(gpus(1));
      }
      case RuntimeClassMissing -> {
        nodes(1, "");
        template = "'runtimeClassName':'sandbox-" + name + "',";
        controlled(gpus(1));
      }
      case PriorityClassMissing -> {
        nodes(1, "");
        template = "'priorityClassName':'important-" + name + "',";
        controlled(gpus(1));
      }
      case Gated -> {
        nodes(1, "");
        workload(
            workloadKind,
            "w",
            replicas,
            pod("'schedulingGates':[{'name':'example.com/approval'}],", gpus(1)));
      }
      case RolloutBlocked -> {
        replicas = 2 + random.nextInt(3);
        quota("'pods':'" + replicas + "'");
        rollout(1);
      }
      case SurgeWithoutNode -> {
        replicas = 1 << random.nextInt(3);
        rollout(8 / replicas);
      }
      case FormerTemplate -> formerTemplate();
      case FormerDefault -> {
        nodes(1, "");
        limitRange(
            "{'type':'Container','default':{'nvidia.com/gpu':'16'},'defaultRequest':{'nvidia.com/gpu':'16'}}");
        workloadKind = List.of("Deployment", "ReplicaSet", "StatefulSet").get(random.nextInt(3));
        workload(workloadKind, "w", replicas, pod("", "{}"));
        Await.until(this + " shows", this::shows);
        cluster.api().delete("/api/v1/namespaces/" + name + "/limitranges/l");
      }
      case ResourceMisspelled -> {
        nodes(1, "");
        any(pod("", "{'limits':{'nvidia.com/gpus':'1'}}"));
      }
      case QuotaAndCordoned -> {
        nodes(1, "'unschedulable':true");
        quota("'requests.nvidia.com/gpu':'0'");
        controlled(gpus(1));
      }
    }
    Await.until(this + " shows", this::shows);
  }

  /** Repairs the template of pods that wait, whose controller keeps them. */
  private void formerTemplate() throws Exception {
    nodes(1, "");
    selector = ",'disk':'none'";
    workloadKind = random.nextBoolean() ? "StatefulSet" : "ReplicaSet";
    workload(workloadKind, "w", replicas, pod("", gpus(1)));
    Await.until(this + " shows", this::shows);
    cluster.patch(
        "/apis/apps/v1/namespaces/%s/%ss/w"
            .formatted(name, workloadKind.toLowerCase(java.util.Locale.ROOT)),
        "{'spec':{'template':{'spec':{'nodeSelector':{'disk':null}}}}}");
  }

  private void fragmented() throws Exception {
    for (int i = 0; i < 2; i++) {
      cluster.node(name + "-" + i, name, 8, ",'nr':'" + i + "'", "");
      selector = ",'nr':'" + i + "'";
      int size = 4 - i;
      workload("ReplicaSet", "small" + i, 1, pod("", gpus(size)));
      String app = "small" + i;
      Await.until(app + " is placed", () -> cluster.placed(name, app).size() == 1);
    }
    selector = "";
    for (int i = 0; i < 2; i++) {
      int index = i;
      cluster.patch(
          "/apis/apps/v1/namespaces/" + name + "/replicasets/small" + index,
          "{'spec':{'template':{'spec':{'nodeSelector':{'nr':null}}}}}");
    }
    replicas = 1;
    any(pod("", gpus(6 + random.nextInt(3))));
  }

  /** Has a pod without GPUs take the CPU of the node that has GPUs, while another node is idle. */
  private void stranded() throws Exception {
    nodes(1, "");
    workload("ReplicaSet", "filler", 1, pod("", "{'requests':{'cpu':'28'}}"));
    Await.until("the filler is placed", () -> cluster.placed(name, "filler").size() == 1);
    cluster.node(name + "-cpu", name, 0, "", "");
    replicas = 1;
    any(
        pod(
            "",
            "{'limits':{'nvidia.com/gpu':'2'},'requests':{'nvidia.com/gpu':'2','cpu':'%d'}}"
                .formatted(6 + random.nextInt(8))));
  }

  /** Publishes eight devices of the first node, and a class that selects all. */
  private void devices() throws IOException {
    String path = "/apis/resource.k8s.io/v1/deviceclasses";
    if (!cluster.api().isThere(path + "/gpu")) {
      cluster.create(path, "{'metadata':{'name':'gpu'},'spec':{}}");
    }
    String devices =
        IntStream.range(0, 8)
            .mapToObj(i -> "{'name':'gpu-" + i + "'}")
            .collect(Collectors.joining(","));
    cluster.create(
        "/apis/resource.k8s.io/v1/resourceslices",
        "{'metadata':{'name':'%1$s'},'spec':{'driver':'gpu.example.com','nodeName':'%1$s-0','pool':{'name':'%1$s-0','generation':1,'resourceSliceCount':1},'devices':[%2$s]}}"
            .formatted(name, devices));
  }

  /** Fills the nodes with pods that nobody else needs. */
  private void filled(String resources) throws Exception {
    workload("ReplicaSet", "filler", 1, pod("", resources));
    Await.until("the filler is placed", () -> cluster.placed(name, "filler").size() == 1);
  }

  private void rollout(int gpus) throws Exception {
    nodes(1, "");
    workload("Deployment", "w", replicas, pod("", gpus(gpus)));
    Await.until("all run", () -> cluster.placed(name, "w").size() == replicas);
    String path = "/apis/apps/v1/namespaces/" + name + "/deployments/w";
    Await.until(
        "all are available",
        () ->
            cluster
                .api()
                .get(path)
                .getAsJsonObject("status")
                .toString()
                .contains("\"availableReplicas\":" + replicas));
    cluster.patch(
        path,
        "{'spec':{'strategy':{'rollingUpdate':{'maxUnavailable':0,'maxSurge':1}},'template':{'spec':{'containers':[{'name':'main','image':'new','resources':%s}]}}}}"
            .formatted(gpus(gpus)));
  }

  private boolean shows() throws IOException {
    if (cluster.api().list("/api/v1/namespaces/" + name + "/events").stream()
        .anyMatch(
            e ->
                FAILURES.contains(e.get("reason").getAsString())
                    && e.getAsJsonObject("involvedObject")
                        .get("name")
                        .getAsString()
                        .startsWith("w"))) {
      return true;
    }
    return cluster.pods(name).stream()
        .filter(p -> p.toString().contains("\"app\":\"w\""))
        .anyMatch(
            p ->
                p.toString().contains("\"reason\":\"Unschedulable\"")
                    || p.toString().contains("\"reason\":\"SchedulingGated\""));
  }

  private void nodes(int count, String spec) throws IOException {
    for (int i = 0; i < count; i++) {
      cluster.node(name + "-" + i, name, 8, "", spec);
    }
  }

  private void quota(String hard) throws Exception {
    cluster.quota(name, "q", hard);
  }

  private void limitRange(String item) throws IOException {
    cluster.create(
        "/api/v1/namespaces/" + name + "/limitranges",
        "{'metadata':{'name':'l'},'spec':{'limits':[%s]}}".formatted(item));
  }

  private void storageClasses() throws IOException {
    String path = "/apis/storage.k8s.io/v1/storageclasses";
    if (!cluster.api().isThere(path + "/standard")) {
      cluster.create(
          path,
          "{'metadata':{'name':'standard'},'provisioner':'disk.example.com','volumeBindingMode':'WaitForFirstConsumer'}");
      cluster.create(
          path,
          "{'metadata':{'name':'zonal'},'provisioner':'disk.example.com','volumeBindingMode':'Immediate','parameters':{'type':'ssd'}}");
    }
  }

  private void claim(String claim, String storageClass) throws IOException {
    cluster.create(
        "/api/v1/namespaces/" + name + "/persistentvolumeclaims", claimJson(claim, storageClass));
  }

  private static String claimJson(String claim, String storageClass) {
    return "{'metadata':{'name':'%s'},'spec':{%s'accessModes':['ReadWriteOnce'],'resources':{'requests':{'storage':'1Gi'}}}}"
        .formatted(claim, storageClass);
  }

  private void stateful(String storageClass) throws IOException {
    if (random.nextBoolean()) {
      claim("data", storageClass);
      workloadKind = "Deployment";
      workload(
          workloadKind,
          "w",
          replicas,
          pod(
              "'volumes':[{'name':'data','persistentVolumeClaim':{'claimName':'data'}}],",
              gpus(1)));
      return;
    }
    workloadKind = "StatefulSet";
    cluster.create(
        "/apis/apps/v1/namespaces/" + name + "/statefulsets",
        "{'metadata':{'name':'w'},'spec':{'replicas':%d,'serviceName':'s','podManagementPolicy':'%s','selector':{'matchLabels':{'app':'w'}},'template':{'metadata':{'labels':{'app':'w'}},'spec':%s},'volumeClaimTemplates':[%s]}}"
            .formatted(
                replicas,
                random.nextBoolean() ? "Parallel" : "OrderedReady",
                pod("", gpus(1)),
                claimJson("data", storageClass)));
  }

  private static String gpus(int count) {
    return "{'limits':{'nvidia.com/gpu':'%1$d'},'requests':{'nvidia.com/gpu':'%1$d'}}"
        .formatted(count);
  }

  private String pod(String members, String resources) {
    return "{'nodeSelector':{'pool':'%s'%s},%s%s'containers':[{'name':'main','image':'old','resources':%s}]}"
        .formatted(name, selector, template, members, resources);
  }

  private void controlled(String resources) throws IOException {
    workloadKind = CONTROLLED.get(random.nextInt(CONTROLLED.size()));
    workload(workloadKind, "w", replicas, pod("", resources));
  }

  private void any(String podSpec) throws IOException {
    workloadKind = ANY.get(random.nextInt(ANY.size()));
    if (workloadKind.equals("Pod")) {
      replicas = 1;
    }
    workload(workloadKind, "w", replicas, podSpec);
  }

  private void workload(String of, String app, int count, String podSpec) throws IOException {
    String labels = "{'labels':{'app':'" + app + "'}";
    switch (of) {
      case "Pod" ->
          cluster.create(
              "/api/v1/namespaces/" + name + "/pods",
              "{'metadata':{'name':'%1$s','labels':{'app':'%1$s'}},'spec':%2$s}"
                  .formatted(app, podSpec));
      case "Job" ->
          cluster.create(
              "/apis/batch/v1/namespaces/" + name + "/jobs",
              "{'metadata':{'name':'%1$s'},'spec':{'parallelism':%2$d,'completions':%2$d,'template':{'metadata':%3$s},'spec':{'restartPolicy':'Never',%4$s}}}"
                  .formatted(app, count, labels, podSpec.substring(1)));
      case "CronJob" ->
          cluster.create(
              "/apis/batch/v1/namespaces/" + name + "/cronjobs",
              "{'metadata':{'name':'%1$s'},'spec':{'schedule':'* * * * *','concurrencyPolicy':'Forbid','jobTemplate':{'spec':{'parallelism':%2$d,'completions':%2$d,'template':{'metadata':%3$s},'spec':{'restartPolicy':'Never',%4$s}}}}}"
                  .formatted(app, count, labels, podSpec.substring(1)));
      default ->
          cluster.create(
              "/apis/apps/v1/namespaces/%s/%ss"
                  .formatted(name, of.toLowerCase(java.util.Locale.ROOT)),
              "{'metadata':{'name':'%1$s'},'spec':{'replicas':%2$d,%5$s'selector':{'matchLabels':{'app':'%1$s'}},'template':{'metadata':%3$s},'spec':%4$s}}}"
                  .formatted(
                      app,
                      count,
                      labels,
                      podSpec,
                      of.equals("StatefulSet") ? "'serviceName':'s'," : ""));
    }
  }
}
