package dev.plimsoll.testkit.verbs;

import com.google.gson.JsonArray;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import dev.plimsoll.testkit.http.ApiRequest;
import dev.plimsoll.testkit.http.ApiResponse;

/**
 * Lists of metadata alone. An empty one has null for its items, unlike all other lists
 * (k8s.io/apiserver/pkg/endpoints/handlers/response.go, asPartialObjectMetadataList).
 */
final class MetadataLists {
  private static final String API_VERSION = "meta.k8s.io/v1";

  private MetadataLists() {}

  static boolean isAskedFor(ApiRequest request) {
    return request
        .header("Accept")
        .startsWith("application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1");
  }

  static ApiResponse of(ApiResponse answer) {
    return answer instanceof ApiResponse.Body body && body.code() == 200
        ? ApiResponse.json(200, reduced(body.json()))
        : answer;
  }

  private static JsonObject reduced(JsonObject list) {
    JsonArray items = new JsonArray();
    for (var item : list.getAsJsonArray("items")) {
      JsonObject reduced = typed("PartialObjectMetadata");
      reduced.add("metadata", item.getAsJsonObject().get("metadata"));
      items.add(reduced);
    }
    JsonObject reduced = typed("PartialObjectMetadataList");
    reduced.add("metadata", list.get("metadata"));
    reduced.add("items", items.isEmpty() ? JsonNull.INSTANCE : items);
    return reduced;
  }

  private static JsonObject typed(String kind) {
    JsonObject object = new JsonObject();
    object.addProperty("kind", kind);
    object.addProperty("apiVersion", API_VERSION);
    return object;
  }
}
