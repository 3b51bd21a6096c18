package dev.plimsoll.testkit.faults;

import com.google.gson.JsonArray;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import dev.plimsoll.testkit.http.ApiResponse;

/** The error in a list that is answered with 200. */
public enum ListFault {
  /** The list has no items field. */
  WITHOUT_ITEMS,
  /** Its items are null. */
  NULL_ITEMS,
  /** Its items are an object. */
  ITEMS_NO_LIST,
  /** The list is of another kind of objects, and empty. */
  OTHER_KIND,
  /** The answer is a Status, as from a proxy. */
  STATUS,
  /** The list is empty, regardless of stored objects. */
  EMPTY,
  /** Every second object is missing. */
  HALF;

  ApiResponse applied(ApiResponse response) {
    return response instanceof ApiResponse.Body body && body.json().has("items")
        ? new ApiResponse.Body(body.code(), applied(body.json().deepCopy()), body.headers())
        : response;
  }

  private JsonObject applied(JsonObject list) {
    switch (this) {
      case WITHOUT_ITEMS -> list.remove("items");
      case NULL_ITEMS -> list.add("items", JsonNull.INSTANCE);
      case ITEMS_NO_LIST -> list.add("items", new JsonObject());
      case OTHER_KIND -> {
        list.addProperty("kind", "LeaseList");
        list.addProperty("apiVersion", "coordination.k8s.io/v1");
        list.add("items", new JsonArray());
      }
      case STATUS -> {
        list.addProperty("kind", "Status");
        list.addProperty("apiVersion", "v1");
        list.remove("items");
      }
      case EMPTY -> list.add("items", new JsonArray());
      case HALF -> {
        JsonArray half = new JsonArray();
        JsonArray all = list.getAsJsonArray("items");
        for (int i = 0; i < all.size(); i += 2) {
          half.add(all.get(i));
        }
        list.add("items", half);
      }
    }
    return list;
  }
}
