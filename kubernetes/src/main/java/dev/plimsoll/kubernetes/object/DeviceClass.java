package dev.plimsoll.kubernetes.object;

import java.util.List;

/**
 * A class of devices for dynamic resource allocation.
 *
 * @param metadata name, labels and the like
 * @param selectors CEL expressions that its devices all meet
 * @param extendedResourceName the extended resource that pods may request instead, empty for none
 */
public record DeviceClass(ObjectMeta metadata, List<String> selectors, String extendedResourceName)
    implements ApiObject {

  public static final GroupVersionKind TYPE =
      GroupVersionKind.of("resource.k8s.io/v1", "DeviceClass");

  public static final GroupResource RESOURCE =
      new GroupResource("resource.k8s.io", "deviceclasses");

  public DeviceClass {
    selectors = List.copyOf(selectors);
  }

  @Override
  public GroupVersionKind type() {
    return TYPE;
  }

  @Override
  public GroupResource resource() {
    return RESOURCE;
  }
}
