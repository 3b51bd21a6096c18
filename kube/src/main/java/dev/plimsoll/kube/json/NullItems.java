package dev.plimsoll.kube.json;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import java.util.Map;
import java.util.Optional;

/**
 * Replaces null in lists of a manifest. To the decoder of the API server null in a list is an empty
 * object or an empty text.
 *
 * <p>Source: {@code vendor/sigs.k8s.io/json/internal/golang/encoding/json/decode.go}.
 */
public final class NullItems {
  private boolean hasChanged;

  private NullItems() {}

  /**
   * Replaces null in all lists of an object. Nothing changes if the kind is not known here.
   *
   * @return whether anything has changed
   */
  public static boolean replace(GroupVersionKind kind, JsonObject object) {
    NullItems items = new NullItems();
    ApiTypes.KUBERNETES
        .find(kind.apiVersion(), kind.kind())
        .ifPresent(type -> items.replace(object, type));
    return items.hasChanged;
  }

  private void replace(JsonElement value, ApiType type) {
    if (value instanceof JsonObject object && type instanceof ApiType.Struct struct) {
      Map<String, ApiTypes.Field> fields = ApiTypes.KUBERNETES.fields(struct);
      object
          .asMap()
          .forEach(
              (name, field) ->
                  Optional.ofNullable(fields.get(name)).ifPresent(f -> replace(field, f.type())));
    } else if (value instanceof JsonArray array && type instanceof ApiType.Slice slice) {
      for (int i = 0; i < array.size(); i++) {
        if (array.get(i).isJsonNull()) {
          JsonElement unused = array.set(i, empty(slice.items()));
          hasChanged = true;
        }
        replace(array.get(i), slice.items());
      }
    }
  }

  private static JsonElement empty(ApiType type) {
    if (type instanceof ApiType.Struct) {
      return new JsonObject();
    }
    return type instanceof ApiType.Scalar scalar && scalar.kind().equals("string")
        ? new JsonPrimitive("")
        : JsonNull.INSTANCE;
  }
}
