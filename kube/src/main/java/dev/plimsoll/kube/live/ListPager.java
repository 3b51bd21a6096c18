package dev.plimsoll.kube.live;

import dev.plimsoll.kube.json.JsonPruning;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.JsonTreeReader;
import dev.plimsoll.kube.resource.ApiResource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Reads a list page by page. If the server has forgotten the version of the pages, the list starts
 * again. After several such restarts, one request reads the whole list, as client-go's pager does.
 * No request names a version, so the server answers with its most recent state.
 */
public final class ListPager {
  private static final int PAGE = 500;
  private static final int RESTARTS = 2;

  private final Connection connection;
  private final JsonPruning pruning;
  private final String accept;
  private final UnaryOperator<JsonTree> mapping;

  /**
   * Prepares reading lists.
   *
   * @param pruning what of the objects is wanted
   * @param accept the media type to ask for
   */
  public ListPager(Connection connection, JsonPruning pruning, String accept) {
    this(connection, pruning, accept, UnaryOperator.identity());
  }

  private ListPager(
      Connection connection, JsonPruning pruning, String accept, UnaryOperator<JsonTree> mapping) {
    this.connection = connection;
    this.pruning = pruning;
    this.accept = accept;
    this.mapping = mapping;
  }

  /** Returns a pager that maps each object as it is read. */
  public ListPager mapping(UnaryOperator<JsonTree> other) {
    return new ListPager(connection, pruning, accept, other);
  }

  /** Takes the items of a list. */
  public interface PageConsumer {
    /** Takes the items of the next page. */
    void accept(List<JsonTree> items);

    /** The list starts again: objects read before no longer count. */
    void restart();
  }

  private record Page(List<JsonTree> items, JsonTree metadata) {}

  /**
   * Reads a list.
   *
   * @param namespace the namespace of the objects, or empty for those of all namespaces
   * @return the version it is of
   * @throws StatusException if the server doesn't give it
   * @throws UnreachableException if the answer is no list of that resource
   */
  public String read(ApiResource resource, Optional<String> namespace, PageConsumer pageConsumer)
      throws StatusException {
    String version = "";
    int restarts = 0;
    String next = "";
    boolean more = true;
    while (more) {
      try {
        Page page = page(resource, namespace, next, restarts > RESTARTS);
        pageConsumer.accept(page.items());
        version = page.metadata().text("resourceVersion");
        next = page.metadata().text("continue");
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

  /**
   * Returns the object of that name in a list, if it is there.
   *
   * @throws StatusException if the server doesn't give it
   * @throws UnreachableException if the answer is no list of that resource
   */
  public Optional<JsonTree> find(ApiResource resource, Optional<String> namespace, String name)
      throws StatusException {
    Map<String, String> query = Map.of("fieldSelector", "metadata.name=" + name);
    return page(resource, namespace, query).items().stream().findFirst();
  }

  private Page page(ApiResource resource, Optional<String> namespace, String next, boolean whole)
      throws StatusException {
    Map<String, String> query = new TreeMap<>(resource.selector());
    if (!whole) {
      query.put("limit", Integer.toString(PAGE));
    }
    if (!next.isEmpty()) {
      query.put("continue", next);
    }
    return page(resource, namespace, query);
  }

  private Page page(ApiResource resource, Optional<String> namespace, Map<String, String> query)
      throws StatusException {
    String path = resource.path(namespace);
    return connection.get(path, query, accept, pruning, reader -> page(reader, resource, path));
  }

  private Page page(JsonTreeReader reader, ApiResource resource, String path) throws IOException {
    List<JsonTree> items = new ArrayList<>();
    JsonTree metadata = new JsonTree();
    ListShape shape = new ListShape();
    for (Optional<String> name = reader.nextField(); name.isPresent(); name = reader.nextField()) {
      switch (name.get()) {
        case "items" -> {
          shape.items(reader.isArray());
          if (reader.isArray()) {
            while (reader.nextItem()) {
              items.add(mapping.apply(reader.object()));
            }
          } else {
            reader.skipValue();
          }
        }
        case "metadata" -> metadata = reader.object();
        case "kind" -> shape.kind(reader.topField("kind"));
        case "apiVersion" -> shape.apiVersion(reader.topField("apiVersion"));
        default -> reader.skipValue();
      }
    }
    Optional<String> problem = shape.problem(resource);
    if (problem.isPresent()) {
      throw connection.errors().notAList(path, problem.get());
    }
    return new Page(items, metadata);
  }
}
