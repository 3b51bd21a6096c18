package dev.plimsoll.kube.live;

import dev.plimsoll.kube.resource.ApiResource;
import dev.plimsoll.kube.resource.SnapshotResource;
import java.util.Optional;

/**
 * Whether an answer is a list of a resource. API servers send {@code "items": []} for an empty
 * list, and null only in a PartialObjectMetadataList. The name of a custom resource's list is its
 * author's choice.
 *
 * <p>Source: {@code staging/src/k8s.io/apiserver/pkg/storage/etcd3/store.go}, {@code
 * staging/src/k8s.io/apiserver/pkg/endpoints/handlers/response.go}.
 */
final class ListShape {
  private static final String METADATA_KIND = "PartialObjectMetadataList";
  private static final String METADATA_VERSION = "meta.k8s.io/v1";

  private enum Content {
    ABSENT,
    NULL,
    ARRAY
  }

  private String kind = "";
  private String apiVersion = "";
  private Content items = Content.ABSENT;

  void kind(Object value) {
    kind = value instanceof String text ? text : "";
  }

  void apiVersion(Object value) {
    apiVersion = value instanceof String text ? text : "";
  }

  void items(boolean isArray) {
    items = isArray ? Content.ARRAY : Content.NULL;
  }

  /** Returns why the answer is no list of the resource; empty if it is one. */
  Optional<String> problem(ApiResource resource) {
    boolean isMetadata = kind.equals(METADATA_KIND) && apiVersion.equals(METADATA_VERSION);
    if (!isMetadata && !isListOf(resource)) {
      return Optional.of(
          "is of kind \"" + kind + "\" in \"" + apiVersion + "\", not a list of " + name(resource));
    }
    boolean hasItems = items == Content.ARRAY || (isMetadata && items == Content.NULL);
    return hasItems ? Optional.empty() : Optional.of("is a list without items");
  }

  private boolean isListOf(ApiResource resource) {
    boolean hasItsKind =
        SnapshotResource.isBuiltIn(resource)
            ? kind.equals(resource.type().kind() + "List")
            : !kind.isEmpty() && !kind.equals("Status");
    return hasItsKind && apiVersion.equals(resource.type().apiVersion());
  }

  private static String name(ApiResource resource) {
    return resource.resource() + " in \"" + resource.type().apiVersion() + "\"";
  }
}
