package dev.plimsoll.kube.live;

import com.google.gson.JsonObject;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import dev.plimsoll.kube.json.JsonPruning;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads a list page by page. When the server has forgotten the version that the pages are of, the
 * list starts anew; after that happened several times it is asked for in one piece, as client-go's
 * pager does.
 */
public final class ListPager {
  private static final int PAGE = 500;
  private static final int RESTARTS = 2;

  private final Connection connection;
  private final JsonPruning pruning;
  private final String accept;

  /**
   * Prepares reading lists.
   *
   * @param pruning what of the objects is wanted
   * @param accept the media type to ask for
   */
  public ListPager(Connection connection, JsonPruning pruning, String accept) {
    this.connection = connection;
    this.pruning = pruning;
    this.accept = accept;
  }

  /** Takes the items of a list. */
  public interface PageConsumer {
    /** Takes the items of the next page. */
    void accept(List<JsonObject> items);

    /** The list starts anew: what was taken counts no more. */
    void restart();
  }

  private record ListMeta(String version, String next) {}

  private record Page(List<JsonObject> items, ListMeta head) {}

  /**
   * Reads a list.
   *
   * @return the version it is of
   * @throws StatusException if the server doesn't give it
   */
  public String read(String path, PageConsumer pageConsumer) throws StatusException {
    String version = "";
    int restarts = 0;
    String next = "";
    boolean more = true;
    while (more) {
      try {
        Page page = page(path, next, restarts > RESTARTS);
        pageConsumer.accept(page.items());
        version = page.head().version();
        next = page.head().next();
        more = !next.isEmpty();
      } catch (StatusException e) {
        if (e.code() != StatusException.GONE || next.isEmpty()) {
          throw e;
        }
        restarts++;
        next = "";
        pageConsumer.restart();
      }
    }
    return version;
  }

  private Page page(String path, String next, boolean whole) throws StatusException {
    Map<String, String> query = new TreeMap<>();
    if (!whole) {
      query.put("limit", Integer.toString(PAGE));
    }
    if (!next.isEmpty()) {
      query.put("continue", next);
    }
    return connection.get(path, query, accept, this::page);
  }

  private Page page(JsonReader reader) throws IOException {
    List<JsonObject> items = new ArrayList<>();
    ListMeta listMeta = new ListMeta("", "");
    reader.beginObject();
    while (reader.hasNext()) {
      String name = reader.nextName();
      if (name.equals("items") && reader.peek() == JsonToken.BEGIN_ARRAY) {
        reader.beginArray();
        while (reader.hasNext()) {
          items.add(pruning.readItem(reader));
        }
        reader.endArray();
      } else if (name.equals("metadata") && reader.peek() == JsonToken.BEGIN_OBJECT) {
        listMeta = head(reader);
      } else {
        reader.skipValue();
      }
    }
    reader.endObject();
    return new Page(items, listMeta);
  }

  private static ListMeta head(JsonReader reader) throws IOException {
    Map<String, String> fields = new HashMap<>();
    reader.beginObject();
    while (reader.hasNext()) {
      String name = reader.nextName();
      if (reader.peek() == JsonToken.STRING) {
        fields.put(name, reader.nextString());
      } else {
        reader.skipValue();
      }
    }
    reader.endObject();
    return new ListMeta(
        fields.getOrDefault("resourceVersion", ""), fields.getOrDefault("continue", ""));
  }
}
