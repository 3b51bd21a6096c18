package dev.plimsoll.model.whatif;

import static dev.plimsoll.model.whatif.ExistingObjects.require;

import dev.plimsoll.kubernetes.capacity.NodeAvailability;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Taint;
import dev.plimsoll.kubernetes.placement.snapshot.Tolerations;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** A change of nodes. */
public sealed interface NodeChange extends Change {

  /**
   * Lets a node take pods again; the taint goes as the node lifecycle controller would take it
   * away.
   *
   * @param node the node's name
   */
  record Uncordon(String node) implements NodeChange {
    @Override
    public Cluster applyTo(Cluster cluster) {
      Node old = require(cluster, Node.class, "node", "", node);
      return cluster.with(
          old.withUnschedulable(false)
              .withTaints(taints(old, t -> !t.key().equals(Tolerations.UNSCHEDULABLE.key()))));
    }

    @Override
    public String describe() {
      return "uncordon node " + node;
    }
  }

  /**
   * Keeps a node from taking further pods.
   *
   * @param node the node's name
   */
  record Cordon(String node) implements NodeChange {
    @Override
    public Cluster applyTo(Cluster cluster) {
      return cluster.with(require(cluster, Node.class, "node", "", node).withUnschedulable(true));
    }

    @Override
    public String describe() {
      return "cordon node " + node;
    }
  }

  /**
   * Sets a taint on nodes.
   *
   * @param nodes the names of the nodes
   * @param taint the taint
   */
  record AddTaint(List<String> nodes, Taint taint) implements NodeChange {
    public AddTaint {
      nodes = List.copyOf(nodes);
    }

    @Override
    public Cluster applyTo(Cluster cluster) {
      Cluster changed = cluster;
      for (String name : nodes) {
        Node old = require(cluster, Node.class, "node", "", name);
        List<Taint> all = new ArrayList<>(taints(old, t -> !t.key().equals(taint.key())));
        all.add(taint);
        changed = changed.with(old.withTaints(all));
      }
      return changed;
    }

    @Override
    public String describe() {
      return "taint " + String.join(", ", nodes) + " with " + taint.text();
    }
  }

  /**
   * Adds empty, available nodes like an existing node, regardless of its state.
   *
   * @param like the name of the node
   * @param count how many
   */
  record AddNodes(String like, int count) implements NodeChange {
    @Override
    public Cluster applyTo(Cluster cluster) {
      Node model = require(cluster, Node.class, "node", "", like);
      Cluster changed = cluster;
      for (int i = 1; i <= count; i++) {
        changed = changed.with(copy(model, like + "-new-" + i));
      }
      return changed;
    }

    private static Node copy(Node model, String name) {
      Map<String, String> labels = new HashMap<>(model.metadata().labels());
      labels.computeIfPresent("kubernetes.io/hostname", (k, v) -> name);
      ObjectMeta meta = ObjectMeta.builder().name(name).labels(labels).build();
      List<Taint> taints = taints(model, t -> !NodeAvailability.isLifecycle(t));
      return new Node(meta, false, taints, model.capacity(), model.allocatable(), List.of());
    }

    @Override
    public String describe() {
      return "add " + count + (count == 1 ? " node" : " nodes") + " like " + like;
    }
  }

  private static List<Taint> taints(Node node, Predicate<Taint> kept) {
    return node.taints().stream().filter(kept).toList();
  }
}
