package dev.plimsoll.admission.ledger;

import static dev.plimsoll.kubernetes.fixtures.ResourceLists.list;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.quota.ResourceQuotaController;
import dev.plimsoll.model.ledger.ObservedUsage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The pods that an API server stores, now and at any time before. */
final class PodStorage {
  private static final ResourceName KEY = ResourceName.of("requests.cpu");

  /** What was stored at a version, by UID. */
  record Stored(long version, Map<String, Pod> pods) {

    /** What the pods of the namespaces use. */
    ObservedUsage usage(List<String> namespaces) {
      Cluster cluster = ClusterFixture.cluster(pods.values().toArray(Pod[]::new));
      SortedMap<String, Resources> usage = new TreeMap<>();
      for (String namespace : namespaces) {
        usage.put(namespace, ResourceQuotaController.used(cluster, namespace, spec(0)));
      }
      return new ObservedUsage(
          usage, new TreeMap<>(Map.of(new GroupResource("", "pods"), "" + version)));
    }

    long used(List<String> namespaces) {
      return usage(namespaces).used().values().stream()
          .mapToLong(r -> r.getOrZero(KEY).value())
          .sum();
    }
  }

  private final List<Stored> history = new ArrayList<>(List.of(new Stored(1, Map.of())));

  static ResourceQuotaSpec spec(int hard) {
    return ResourceQuotaSpec.of(list("requests.cpu=" + hard));
  }

  Stored last() {
    return history.get(history.size() - 1);
  }

  Stored at(int index) {
    return history.get(index);
  }

  int lastIndex() {
    return history.size() - 1;
  }

  Optional<Pod> any(Random random) {
    List<Pod> pods = List.copyOf(last().pods().values());
    return pods.isEmpty() ? Optional.empty() : Optional.of(pods.get(random.nextInt(pods.size())));
  }

  /** Stores what a request wants; an update only if nobody else was faster. */
  void store(AdmissionRequest request) {
    Pod pod = (Pod) request.object();
    String uid = pod.metadata().uid();
    if (request.isCreate() || request.old().equals(Optional.ofNullable(last().pods().get(uid)))) {
      String version = Long.toString(last().version() + 1);
      Map<String, Pod> pods = new LinkedHashMap<>(last().pods());
      pods.put(uid, new Pod(pod.metadata().withResourceVersion(version), pod.spec(), pod.status()));
      history.add(new Stored(last().version() + 1, pods));
    }
  }

  /** The pods that were stored at some time up to a version, and aren't in it any more. */
  Set<String> deletedBy(int index) {
    Set<String> deleted = new HashSet<>();
    history.subList(0, index).forEach(s -> deleted.addAll(s.pods().keySet()));
    deleted.removeAll(at(index).pods().keySet());
    return deleted;
  }

  void delete(Pod pod) {
    Map<String, Pod> pods = new LinkedHashMap<>(last().pods());
    pods.remove(pod.metadata().uid());
    history.add(new Stored(last().version() + 1, pods));
  }
}
