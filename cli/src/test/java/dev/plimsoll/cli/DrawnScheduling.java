package dev.plimsoll.cli;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.plane.Await;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Nodes, placed pods and volumes drawn at random, and pods of which most find no node there. */
final class DrawnScheduling {
  private static final String ZONE = "topology.kubernetes.io/zone";
  private static final List<String> TAINTS =
      List.of(
          "{'key':'team','value':'a','effect':'NoSchedule'}",
          "{'key':'team','value':'b','effect':'NoSchedule'}",
          "{'key':'nvidia.com/gpu','value':'present','effect':'NoSchedule'}",
          "{'key':'broken','effect':'NoExecute'}",
          "{'key':'old','effect':'PreferNoSchedule'}");

  private final FaultyCluster cluster;
  private final Random random;
  private final List<String> nodes = new ArrayList<>();

  DrawnScheduling(FaultyCluster cluster, Random random) {
    this.cluster = cluster;
    this.random = random;
  }

  private boolean oneIn(int count) {
    return random.nextInt(count) == 0;
  }

  private <T> T any(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  void create(String namespace, int pods) throws Exception {
    cluster.namespace(namespace);
    int count = 4 + random.nextInt(9);
    for (int i = 0; i < count; i++) {
      node(namespace + "-n" + i);
    }
    volumes(namespace);
    for (String node : nodes) {
      for (int i = random.nextInt(3); i > 0; i--) {
        pod(namespace, node + "-f" + i, placed(node));
      }
    }
    Await.until(
        "the placed pods run",
        () ->
            cluster.pods(namespace).stream()
                .allMatch(p -> JsonPaths.text(p, "status", "phase").equals("Running")));
    for (int i = 0; i < pods; i++) {
      pod(namespace, "p" + i, waiting());
    }
  }

  void delete(String namespace) throws IOException {
    for (JsonObject pod : cluster.pods(namespace)) {
      cluster
          .api()
          .delete(
              "/api/v1/namespaces/%s/pods/%s"
                  .formatted(namespace, JsonPaths.text(pod, "metadata", "name")));
    }
    for (String node : nodes) {
      cluster.api().delete("/api/v1/nodes/" + node);
    }
    cluster.api().delete("/api/v1/namespaces/" + namespace);
  }

  private void node(String name) throws IOException {
    nodes.add(name);
    List<String> spec = new ArrayList<>();
    if (oneIn(4)) {
      spec.add("'taints':[" + any(TAINTS) + "]");
    }
    if (oneIn(7)) {
      spec.add("'unschedulable':true");
    }
    String zone = oneIn(8) ? "" : ",'%s':'z%d'".formatted(ZONE, random.nextInt(3));
    String disk = ",'disk':'" + any(List.of("ssd", "hdd")) + "'";
    cluster.node(name, "drawn", any(List.of(0, 2, 8)), zone + disk, String.join(",", spec));
    if (oneIn(6)) {
      String few = "{'cpu':'4','memory':'8Gi','pods':'1'}";
      cluster.patch(
          "/api/v1/nodes/" + name + "/status",
          "{'status':{'capacity':%1$s,'allocatable':%1$s}}".formatted(few));
    }
  }

  private void volumes(String namespace) throws Exception {
    for (int i = 0; i < 2; i++) {
      String name = namespace + "-v" + i;
      String path = "/api/v1/namespaces/" + namespace + "/persistentvolumeclaims";
      cluster.create(
          "/api/v1/persistentvolumes",
          "{'metadata':{'name':'%1$s'},'spec':{'capacity':{'storage':'1Gi'},'accessModes':['%2$s'],'storageClassName':'','hostPath':{'path':'/tmp'},'claimRef':{'namespace':'%3$s','name':'bound%4$d'},'nodeAffinity':{'required':{'nodeSelectorTerms':[{'matchExpressions':[{'key':'%5$s','operator':'In','values':['z%4$d']}]}]}}}}"
              .formatted(name, i == 0 ? "ReadWriteOnce" : "ReadWriteOncePod", namespace, i, ZONE));
      cluster.create(
          path,
          "{'metadata':{'name':'bound%1$d'},'spec':{'storageClassName':'','volumeName':'%2$s','accessModes':['%3$s'],'resources':{'requests':{'storage':'1Gi'}}}}"
              .formatted(i, name, i == 0 ? "ReadWriteOnce" : "ReadWriteOncePod"));
      String claim = path + "/bound" + i;
      Await.until(
          claim + " is bound",
          () -> JsonPaths.text(cluster.api().get(claim), "status", "phase").equals("Bound"));
    }
    cluster.create(
        "/api/v1/namespaces/" + namespace + "/persistentvolumeclaims",
        "{'metadata':{'name':'unbound'},'spec':{'storageClassName':'none-such','accessModes':['ReadWriteOnce'],'resources':{'requests':{'storage':'1Gi'}}}}");
  }

  private void pod(String namespace, String name, String spec) throws IOException {
    cluster.create(
        "/api/v1/namespaces/" + namespace + "/pods",
        "{'metadata':{'name':'%s','labels':{'app':'%s'}},'spec':{%s}}"
            .formatted(name, any(List.of("a", "b", "c")), spec));
  }

  /** A pod that somebody has bound by hand: nobody asks whether it fits. */
  private String placed(String node) {
    return "'nodeName':'" + node + "'," + (oneIn(3) ? apart() : "") + containers();
  }

  private String waiting() {
    StringBuilder spec = new StringBuilder();
    if (oneIn(3)) {
      spec.append("'nodeSelector':{'disk':'%s'},".formatted(any(List.of("ssd", "hdd", "tape"))));
    }
    if (oneIn(3)) {
      spec.append(
          "'tolerations':[%s],"
              .formatted(
                  any(
                      List.of(
                          "{'operator':'Exists'}",
                          "{'key':'team','operator':'Exists'}",
                          "{'key':'nvidia.com/gpu','value':'present'}"))));
    }
    spec.append(any(List.of("", "", affinity(), apart(), spread(), volume())));
    return spec + containers();
  }

  private String affinity() {
    return any(
        List.of(
            "'affinity':{'nodeAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':{'nodeSelectorTerms':[{'matchExpressions':[{'key':'%s','operator':'%s','values':['z1']}]}]}}},"
                .formatted(ZONE, any(List.of("In", "NotIn"))),
            "'affinity':{'podAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':[{'topologyKey':'%s','labelSelector':{'matchLabels':{'app':'%s'}}}]}},"
                .formatted(
                    any(List.of(ZONE, "kubernetes.io/hostname")), any(List.of("a", "none")))));
  }

  private String apart() {
    return "'affinity':{'podAntiAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':[{'topologyKey':'%s','labelSelector':{'matchLabels':{'app':'%s'}}}]}},"
        .formatted(any(List.of(ZONE, "kubernetes.io/hostname")), any(List.of("a", "b", "c")));
  }

  private String spread() {
    return "'topologySpreadConstraints':[{'maxSkew':1,'topologyKey':'%s','whenUnsatisfiable':'DoNotSchedule','labelSelector':{'matchLabels':{'app':'%s'}}}],"
        .formatted(any(List.of(ZONE, "kubernetes.io/hostname")), any(List.of("a", "b")));
  }

  private String volume() {
    return "'volumes':[{'name':'v','persistentVolumeClaim':{'claimName':'%s'}}],"
        .formatted(any(List.of("bound0", "bound1", "unbound", "missing")));
  }

  private String containers() {
    List<String> requests = new ArrayList<>();
    if (!oneIn(3)) {
      requests.add("'cpu':'" + any(List.of("500m", "3", "12", "30", "40")) + "'");
    }
    if (oneIn(2)) {
      requests.add("'memory':'" + any(List.of("1Gi", "200Gi", "300Gi")) + "'");
    }
    if (oneIn(2)) {
      requests.add("'nvidia.com/gpu':'" + any(List.of("1", "2", "6", "9")) + "'");
    }
    String all = "{" + String.join(",", requests) + "}";
    String port =
        oneIn(4) ? "'ports':[{'containerPort':80,'hostPort':" + any(List.of(80, 81)) + "}]," : "";
    return "'containers':[{'name':'c','image':'x',%s'resources':{'requests':%s,'limits':%s}}]"
        .formatted(port, all, all);
  }
}
