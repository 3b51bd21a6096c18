package dev.plimsoll.cli.partial;

import dev.plimsoll.kube.resource.SnapshotCoverage;
import dev.plimsoll.kube.resource.SnapshotResource;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Parts of the example as people send them: with the wrong command, without a right, by hand. */
public final class PartialInputs {
  private static final ExampleObjects EXAMPLE = ExampleObjects.all();

  /** The kinds of which the example has objects; of no other kind it has any. */
  private static final String KINDS =
      "nodes pods resourcequotas limitranges namespaces events deployments replicasets jobs"
          + " priorityclasses services";

  /** What every snapshot is made of, in namespaces. */
  private static final String NAMESPACED = names(r -> r.resource().namespaced());

  /** What every snapshot is made of, and is in no namespace. */
  private static final String OF_CLUSTER = names(r -> !r.resource().namespaced());

  private static final String OF_GET_ALL = "pods services deployments replicasets jobs";

  private PartialInputs() {}

  private static String names(Predicate<SnapshotResource> wanted) {
    return SnapshotResource.all().stream()
        .filter(wanted)
        .map(SnapshotResource::kubectlName)
        .collect(Collectors.joining(" "));
  }

  /** Returns all of them. */
  public static Stream<PartialInput> all() {
    return Stream.of(
            ofAllNamespaces(),
            withoutOneKind(),
            ofOneNamespace(),
            single(),
            typed(),
            folders(),
            written(),
            referring())
        .flatMap(List::stream);
  }

  private static List<PartialInput> ofAllNamespaces() {
    return List.of(
        ofAll("kubectl get all -A", OF_GET_ALL),
        ofAll("kubectl get pods -A", "pods"),
        ofAll("kubectl get nodes", "nodes"),
        ofAll("kubectl get resourcequotas -A", "resourcequotas"),
        ofAll("kubectl get events -A", "events"),
        ofAll("kubectl get pods,nodes -A", "pods nodes"),
        ofAll("kubectl get resourcequotas,limitranges -A", "resourcequotas limitranges"),
        ofAll("kubectl get nodes,pods,resourcequotas -A", "nodes pods resourcequotas"),
        ofAll("kubectl get the usual five", "nodes namespaces pods resourcequotas limitranges"),
        ofAll("kubectl get every kind -A", KINDS),
        of("every kind, and told that there is no other", KINDS).option("--complete").complete("*"),
        of("pods only, and told that there is nothing else", "pods")
            .option("--complete")
            .complete("*"),
        PartialInput.of("a file for each of two kinds")
            .file("pods.json", EXAMPLE.of("pods").list())
            .file("nodes.json", EXAMPLE.of("nodes").list())
            .complete("pods nodes"),
        PartialInput.of("all pods, the quotas of one namespace")
            .file("pods.json", EXAMPLE.of("pods").list())
            .file("quotas.json", EXAMPLE.of("resourcequotas").in("vision").list())
            .complete("pods")
            .partial("vision", "resourcequotas"));
  }

  private static List<PartialInput> withoutOneKind() {
    List<PartialInput> inputs = new ArrayList<>();
    for (String kind : KINDS.split(" ")) {
      Set<String> left = new LinkedHashSet<>(List.of(KINDS.split(" ")));
      left.remove(kind);
      inputs.add(ofAll("kubectl get every kind but " + kind, String.join(" ", left)));
    }
    return inputs;
  }

  private static List<PartialInput> ofOneNamespace() {
    return List.of(
        PartialInput.of("kubectl get all -n vision")
            .file("vision.json", kinds(OF_GET_ALL).in("vision").list())
            .partial("vision", "pods deployments replicasets"),
        PartialInput.of("kubectl get pods -n vision")
            .file("pods.json", kinds("pods").in("vision").list())
            .partial("vision", "pods"),
        PartialInput.of("kubectl get resourcequota -n vision")
            .file("quota.json", kinds("resourcequotas").in("vision").list())
            .partial("vision", "resourcequotas"),
        PartialInput.of("kubectl get every kind in vision")
            .file("vision.json", EXAMPLE.in("vision").list())
            .partial("vision", "pods resourcequotas limitranges events deployments replicasets"),
        PartialInput.of("kubectl get every kind in vision, and nodes")
            .file("vision.json", EXAMPLE.in("vision").and(kinds("nodes")).list())
            .complete("nodes")
            .partial("vision", "pods resourcequotas limitranges events deployments replicasets"),
        PartialInput.of("kubectl get pods in one namespace and in another")
            .file("vision.json", kinds("pods").in("vision").list())
            .file("nlp.json", kinds("pods").in("nlp").list())
            .partial("nlp vision", "pods"));
  }

  private static List<PartialInput> single() {
    return List.of(
        PartialInput.of("kubectl get pod NAME").file("pod.json", one("pods").documents()),
        PartialInput.of("kubectl get deployment NAME")
            .file("deployment.yaml", one("deployments").documents()),
        PartialInput.of("kubectl get resourcequota NAME")
            .file("quota.yaml", one("resourcequotas").documents()),
        PartialInput.of("one pod, and all nodes")
            .file("pod.json", one("pods").documents())
            .file("nodes.json", kinds("nodes").list())
            .complete("nodes"),
        PartialInput.of("one node, and all pods")
            .file("node.json", one("nodes").documents())
            .file("pods.json", kinds("pods").list())
            .complete("pods"),
        PartialInput.of("every object by itself").file("all.yaml", EXAMPLE.documents()));
  }

  private static List<PartialInput> typed() {
    return List.of(
        PartialInput.of("kubectl get --raw of pods and nodes")
            .file("pods.json", kinds("pods").typedList("v1", "Pod"))
            .file("nodes.json", kinds("nodes").typedList("v1", "Node"))
            .complete("pods nodes"),
        PartialInput.of("kubectl get --raw of pods, and of quotas, of which there are none")
            .file("pods.json", kinds("pods").typedList("v1", "Pod"))
            .file("quotas.json", kinds("").typedList("v1", "ResourceQuota"))
            .complete("pods resourcequotas"),
        PartialInput.of("kubectl get --raw of the pods and quotas of one namespace")
            .file("pods.json", kinds("pods").in("vision").typedList("v1", "Pod"))
            .file("quotas.json", kinds("").typedList("v1", "ResourceQuota"))
            .partial("vision", "pods resourcequotas"),
        PartialInput.of("kubectl get --raw of stateful sets, of which there are none")
            .file("sets.json", kinds("").typedList("apps/v1", "StatefulSet"))
            .complete("statefulsets"));
  }

  private static List<PartialInput> folders() {
    String dumped =
        "pods services replicasets deployments events replicationcontrollers daemonsets";
    List<String> all = EXAMPLE.of("namespaces").names();
    return List.of(
        clusterInfoDump("kubectl cluster-info dump -A", all).complete("nodes " + dumped),
        clusterInfoDump("kubectl cluster-info dump", List.of("kube-system", "vision"))
            .complete("nodes")
            .partial("kube-system vision", dumped),
        clusterInfoDump(
                "kubectl cluster-info dump --namespaces nlp,vision", List.of("nlp", "vision"))
            .complete("nodes")
            .partial("nlp vision", dumped),
        clusterInfoDump("kubectl cluster-info dump -A, and quotas", all)
            .file("quotas.json", kinds("resourcequotas,limitranges").list())
            .complete("resourcequotas limitranges nodes " + dumped),
        mustGather("oc adm must-gather", List.of("default", "kube-system"))
            .file("must-gather/version", "openshift/must-gather\n4.21.0\n")
            .complete("nodes")
            .partial("default kube-system", "pods events"),
        mustGather("oc adm inspect of a node and two namespaces", List.of("nlp", "vision"))
            .partial("nlp vision", "pods events"));
  }

  private static PartialInput clusterInfoDump(String name, List<String> namespaces) {
    PartialInput dump =
        PartialInput.of(name).file("dump/nodes.json", kinds("nodes").typedList("v1", "Node"));
    for (String namespace : namespaces) {
      dump =
          dump.file("dump/" + namespace + "/pods.json", dumped(namespace, "pods", "Pod"))
              .file(
                  "dump/" + namespace + "/services.json", dumped(namespace, "services", "Service"))
              .file("dump/" + namespace + "/events.json", dumped(namespace, "events", "Event"))
              .file(
                  "dump/" + namespace + "/replication-controllers.json",
                  dumped(namespace, "replicationcontrollers", "ReplicationController"))
              .file(
                  "dump/" + namespace + "/daemonsets.json",
                  dumped(namespace, "daemonsets", "DaemonSet"))
              .file(
                  "dump/" + namespace + "/deployments.json",
                  dumped(namespace, "deployments", "Deployment"))
              .file(
                  "dump/" + namespace + "/replicasets.json",
                  dumped(namespace, "replicasets", "ReplicaSet"));
    }
    return dump;
  }

  private static String dumped(String namespace, String plural, String kind) {
    String version = plural.endsWith("sets") || plural.equals("deployments") ? "apps/v1" : "v1";
    return kinds(plural).in(namespace).typedList(version, kind).replace(": []", ": null");
  }

  private static PartialInput mustGather(String name, List<String> namespaces) {
    PartialInput gathered = PartialInput.of(name);
    for (String node : EXAMPLE.of("nodes").names()) {
      gathered =
          gathered.file(
              "must-gather/cluster-scoped-resources/core/nodes/" + node + ".yaml",
              kinds("nodes").named(node).documents());
    }
    for (String namespace : namespaces) {
      String folder = "must-gather/namespaces/" + namespace;
      gathered =
          gathered
              .file(
                  folder + "/" + namespace + ".yaml",
                  kinds("namespaces").named(namespace).documents())
              .file(folder + "/core/pods.yaml", dumped(namespace, "pods", "Pod"))
              .file(folder + "/core/events.yaml", dumped(namespace, "events", "Event"));
    }
    return gathered;
  }

  private static List<PartialInput> written() {
    List<SnapshotResource> nodes = List.of(SnapshotResource.of(Node.RESOURCE).orElseThrow());
    String others = "; answers omit what pods of other namespaces hold on the nodes";
    return List.of(
        snapshot("plimsoll snapshot", EXAMPLE, List.of()).complete("*"),
        snapshot("plimsoll snapshot -n vision", EXAMPLE.in("vision"), List.of())
            .partial("vision", NAMESPACED)
            .complete(OF_CLUSTER)
            .telling("only namespace vision was read" + others),
        snapshot("plimsoll snapshot by a tenant", EXAMPLE.in("vision"), nodes)
            .partial("vision", NAMESPACED)
            .complete(OF_CLUSTER.replaceFirst("^nodes ", ""))
            .telling("only namespace vision was read, without nodes (forbidden)" + others),
        snapshot("plimsoll snapshot without rights on nodes", EXAMPLE.without("nodes"), nodes)
            .complete(OF_CLUSTER.replaceFirst("^nodes ", "") + " " + NAMESPACED)
            .telling("cannot list nodes at cluster scope (forbidden); answers omit "),
        PartialInput.of("plimsoll snapshot of before it said what it has")
            .file(
                "snapshot.json",
                EXAMPLE
                    .and(kinds("").typedList("apps/v1", "StatefulSet"))
                    .and(kinds("").typedList("v1", "ReplicationController"))
                    .list())
            .complete(KINDS + " statefulsets replicationcontrollers"));
  }

  private static PartialInput snapshot(
      String name, ExampleObjects objects, List<SnapshotResource> forbidden) {
    boolean isWhole = objects.names().size() > EXAMPLE.names().size() / 2;
    Map<GroupResource, Coverage> coverage = new HashMap<>();
    for (SnapshotResource resource : SnapshotResource.all()) {
      boolean isAll = isWhole || !resource.resource().namespaced();
      coverage.put(
          resource.resource().resource(),
          isAll ? Coverage.COMPLETE : Coverage.of(Set.of("vision")));
    }
    forbidden.forEach(f -> coverage.remove(f.resource().resource()));
    SnapshotCoverage recorded =
        new SnapshotCoverage(Optional.empty(), Optional.empty(), coverage, forbidden, List.of());
    return PartialInput.of(name)
        .file("snapshot.json", objects.and(recorded.toJson().toString()).list());
  }

  private static List<PartialInput> referring() {
    return List.of(
        PartialInput.of("pods on claims, without the claims")
            .file(
                "all.json",
                EXAMPLE
                    .and(
                        pod(
                            "\"volumes\": [{\"name\": \"v\","
                                + " \"persistentVolumeClaim\": {\"claimName\": \"data\"}}]",
                            ""))
                    .list())
            .complete(KINDS)
            .referred(
                "storageclasses csinodes volumeattachments persistentvolumes persistentvolumeclaims"),
        PartialInput.of("a pod of a runtime class, without the class")
            .file("all.json", EXAMPLE.and(pod("\"runtimeClassName\": \"kata\"", "")).list())
            .complete(KINDS)
            .referred("runtimeclasses"),
        PartialInput.of("a pod on devices, without claims and classes of devices")
            .file(
                "all.json",
                EXAMPLE
                    .and(
                        pod(
                            "\"resourceClaims\": [{\"name\": \"gpu\","
                                + " \"resourceClaimName\": \"gpu\"}]",
                            ""))
                    .list())
            .complete(KINDS)
            .referred("resourceclaims deviceclasses resourceslices"),
        PartialInput.of("a pod of a custom resource, without that")
            .file(
                "all.json",
                EXAMPLE
                    .and(
                        pod(
                            "\"nodeName\": \"\"",
                            """
                , "ownerReferences": [{"apiVersion": "argoproj.io/v1alpha1", "kind": "Workflow",
                "name": "train", "uid": "1", "controller": true}]"""))
                    .list())
            .complete(KINDS)
            .referred("workflows.argoproj.io"),
        PartialInput.of("a quota that counts what was not read")
            .file("all.json", EXAMPLE.and(quota("count/secrets")).and(quota("services")).list())
            .complete(KINDS)
            .referred("secrets"),
        PartialInput.of("OpenShift's namespaces, without its quotas")
            .file(
                "all.json",
                EXAMPLE
                    .and(
                        """
                {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "openshift-etcd"}}
                """)
                    .list())
            .complete(KINDS)
            .referred("clusterresourcequotas.quota.openshift.io"));
  }

  private static String pod(String spec, String metadata) {
    return """
        {"apiVersion": "v1", "kind": "Pod",
         "metadata": {"name": "more", "namespace": "vision"%s},
         "spec": {"containers": [{"name": "c", "image": "i"}], %s}}
        """
        .formatted(metadata, spec);
  }

  private static String quota(String key) {
    return """
        {"apiVersion": "v1", "kind": "ResourceQuota",
         "metadata": {"name": "%s", "namespace": "vision"}, "spec": {"hard": {"%s": "5"}}}
        """
        .formatted(key.replace("/", "-"), key);
  }

  private static PartialInput ofAll(String name, String kinds) {
    return of(name, kinds).complete(kinds);
  }

  private static PartialInput of(String name, String kinds) {
    return PartialInput.of(name).file("cluster.json", kinds(kinds).list());
  }

  private static ExampleObjects kinds(String plurals) {
    return EXAMPLE.of(plurals.replace(' ', ','));
  }

  private static ExampleObjects one(String plural) {
    return EXAMPLE.of(plural).in(plural.equals("nodes") ? "" : "vision").first();
  }
}
