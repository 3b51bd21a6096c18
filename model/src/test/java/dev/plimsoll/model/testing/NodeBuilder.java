package dev.plimsoll.model.testing;

import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.object.ObjectMeta;
import dev.plimsoll.model.object.Taint;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Builds nodes for tests of placement; each takes 110 pods unless told otherwise. */
public final class NodeBuilder {
  private final String name;
  private final Map<String, String> labels = new HashMap<>();
  private final List<Taint> taints = new ArrayList<>();
  private final Resources.Builder allocatable =
      Resources.builder().put(ResourceName.PODS, Quantity.of(110));
  private boolean cordoned;

  private NodeBuilder(String name) {
    this.name = name;
    labels.put("kubernetes.io/hostname", name);
  }

  public static NodeBuilder node(String name) {
    return new NodeBuilder(name);
  }

  public NodeBuilder has(String resource, String quantity) {
    allocatable.put(ResourceName.of(resource), Quantity.parse(quantity));
    return this;
  }

  public NodeBuilder label(String key, String value) {
    labels.put(key, value);
    return this;
  }

  public NodeBuilder taint(String key, String value, String effect) {
    taints.add(new Taint(key, value, effect));
    return this;
  }

  public NodeBuilder cordoned() {
    cordoned = true;
    return this;
  }

  public Node build() {
    Resources total = allocatable.build();
    return new Node(
        ObjectMeta.builder().name(name).labels(labels).build(),
        cordoned,
        taints,
        total,
        total,
        List.of());
  }
}
