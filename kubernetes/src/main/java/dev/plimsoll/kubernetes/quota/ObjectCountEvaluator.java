package dev.plimsoll.kubernetes.quota;

import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts objects of any resource under {@code count/<resource>.<group>}. A few resources also count
 * under their older name.
 *
 * <p>Source: {@code staging/src/k8s.io/apiserver/pkg/quota/v1/generic/evaluator.go}.
 */
final class ObjectCountEvaluator implements Evaluator {
  private static final String PREFIX = "count/";

  private final GroupResource resource;
  private final List<ResourceName> keys;
  private final Resources one;

  ObjectCountEvaluator(GroupResource resource, List<ResourceName> aliases) {
    this.resource = resource;
    List<ResourceName> names = new ArrayList<>(aliases);
    names.add(key(resource));
    this.keys = List.copyOf(names);
    Resources.Builder usage = Resources.builder();
    keys.forEach(key -> usage.put(key, Quantity.of(1)));
    this.one = usage.build();
  }

  /** Returns the key under which objects of the resource are counted. */
  static ResourceName key(GroupResource resource) {
    return ResourceName.of(PREFIX + resource);
  }

  /** Returns whether the key counts objects of some resource. */
  static boolean isKey(ResourceName key) {
    return key.name().startsWith(PREFIX) && key.name().length() > PREFIX.length();
  }

  /** Returns the resource whose objects the key counts. */
  static GroupResource resource(ResourceName key) {
    String name = key.name().substring(PREFIX.length());
    int dot = name.indexOf('.');
    return dot < 0
        ? new GroupResource("", name)
        : new GroupResource(name.substring(dot + 1), name.substring(0, dot));
  }

  @Override
  public GroupResource resource() {
    return resource;
  }

  @Override
  public boolean handles(AdmissionRequest request) {
    return request.isCreate() && request.subresource().isEmpty();
  }

  @Override
  public boolean tracks(ResourceName key) {
    return keys.contains(key);
  }

  @Override
  public Resources usage(ApiObject object) {
    return one;
  }
}
