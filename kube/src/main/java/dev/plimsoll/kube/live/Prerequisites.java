package dev.plimsoll.kube.live;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.json.JsonPruning;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.JsonTreeReader;
import dev.plimsoll.kubernetes.object.GroupResource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Checks at the start what a service can't work without: definitions that the API server has to
 * serve, and rights. A service that lacks one of these ends with a sentence, which {@code kubectl
 * describe pod} shows, instead of never becoming ready.
 */
public final class Prerequisites {
  /** How long a service waits at its start for what an installer creates. */
  public static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final Connection connection;
  private final List<GroupResource> definitions = new ArrayList<>();
  private final List<AccessRight> rights = new ArrayList<>();

  /** Creates checks without a prerequisite. */
  public Prerequisites(Connection connection) {
    this.connection = connection;
  }

  /** Requires a definition of Plimsoll, as this release has it. */
  public Prerequisites serves(GroupResource definition) {
    definitions.add(definition);
    return this;
  }

  /** Requires the right to list a resource in all namespaces. */
  public Prerequisites mayList(GroupResource resource) {
    rights.add(new AccessRight("list", resource, "", ""));
    return this;
  }

  /** Requires a right to an object. */
  public Prerequisites may(String verb, GroupResource resource, String namespace, String name) {
    rights.add(new AccessRight(verb, resource, namespace, name));
    return this;
  }

  /**
   * Waits until all prerequisites are met: installers create definitions, roles and pods almost at
   * once.
   *
   * @throws InputException if a prerequisite isn't met within that time
   * @throws UnreachableException if the API server doesn't answer
   */
  public void await(Duration longest) throws InterruptedException {
    long until = System.nanoTime() + longest.toNanos();
    Optional<String> problem = problem();
    while (problem.isPresent() && System.nanoTime() < until) {
      TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
      problem = problem();
    }
    if (problem.isPresent()) {
      throw new InputException(problem.get());
    }
  }

  private Optional<String> problem() {
    Discovery discovery = new Discovery(connection);
    for (GroupResource each : definitions) {
      if (discovery.find(each).isEmpty()) {
        return Optional.of(
            "the API server doesn't serve "
                + each
                + "; apply the CustomResourceDefinitions of this release (manifests/crds)");
      }
      Optional<String> older = ShippedDefinition.of(each).lackOf(openApi(each));
      if (older.isPresent()) {
        return older;
      }
    }
    return rights.stream()
        .filter(right -> !right.isGranted(connection))
        .findFirst()
        .map(
            right ->
                "this service may not "
                    + right
                    + "; apply the roles and bindings of this release to its service account");
  }

  private JsonTree openApi(GroupResource definition) {
    try {
      return connection.get(
          "/openapi/v3/apis/" + definition.group() + "/" + ShippedDefinition.VERSION,
          Map.of(),
          Connection.JSON,
          JsonPruning.NONE,
          JsonTreeReader::object);
    } catch (StatusException e) {
      return new JsonTree();
    }
  }
}
