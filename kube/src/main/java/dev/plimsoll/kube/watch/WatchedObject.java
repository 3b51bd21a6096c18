package dev.plimsoll.kube.watch;

import dev.plimsoll.model.object.ApiObject;
import io.kubernetes.client.common.KubernetesListObject;
import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.openapi.models.V1ListMeta;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.util.List;
import java.util.Optional;

/**
 * What client-java's reflector passes on: a slim object, or none where only the version counts.
 *
 * @param version the version
 * @param object the object; absent in bookmarks and where it couldn't be read
 */
record WatchedObject(String version, Optional<ApiObject> object) implements KubernetesObject {

  static WatchedObject of(ApiObject object) {
    return new WatchedObject(object.metadata().resourceVersion(), Optional.of(object));
  }

  @Override
  public V1ObjectMeta getMetadata() {
    V1ObjectMeta metadata = new V1ObjectMeta().resourceVersion(version);
    object.ifPresent(o -> metadata.namespace(o.namespace()).name(o.name()));
    return metadata;
  }

  @Override
  public String getApiVersion() {
    return object.map(o -> o.type().apiVersion()).orElse("");
  }

  @Override
  public String getKind() {
    return object.map(o -> o.type().kind()).orElse("");
  }

  /** The items of a list with its version. */
  record ObjectList(String version, List<WatchedObject> items) implements KubernetesListObject {
    @Override
    public V1ListMeta getMetadata() {
      return new V1ListMeta().resourceVersion(version);
    }

    @Override
    public List<WatchedObject> getItems() {
      return items;
    }

    @Override
    public String getApiVersion() {
      return "v1";
    }

    @Override
    public String getKind() {
      return "List";
    }
  }
}
