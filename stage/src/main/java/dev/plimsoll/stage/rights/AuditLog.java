package dev.plimsoll.stage.rights;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The requests of service accounts to the API server. */
public final class AuditLog {
  private static final String PREFIX = "system:serviceaccount:plimsoll:";

  private AuditLog() {}

  /**
   * A request, without those of its parts that rights don't depend on.
   *
   * @param account the service account
   * @param right what it takes
   * @param name the object's name; empty for lists and what is created
   * @param namespace the object's namespace; empty for what has none, and for all
   * @param denied whether rights didn't suffice
   */
  public record Asked(String account, Right right, String namespace, String name, boolean denied) {}

  /** Reads a file of the API server. */
  public static Set<Asked> read(Path file) throws IOException {
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .map(JsonPaths::parse)
          .filter(event -> JsonPaths.text(event, "user", "username").startsWith(PREFIX))
          .filter(event -> JsonPaths.object(event, "objectRef").isPresent())
          // What the stage itself tries with their tokens.
          .filter(event -> !JsonPaths.text(event, "userAgent").startsWith("Java-http-client"))
          .map(AuditLog::asked)
          .collect(Collectors.toSet());
    }
  }

  private static Asked asked(JsonObject event) {
    String subresource = JsonPaths.text(event, "objectRef", "subresource");
    String resource = JsonPaths.text(event, "objectRef", "resource");
    return new Asked(
        JsonPaths.text(event, "user", "username").substring(PREFIX.length()),
        new Right(
            JsonPaths.text(event, "verb"),
            JsonPaths.text(event, "objectRef", "apiGroup"),
            subresource.isEmpty() ? resource : resource + "/" + subresource),
        JsonPaths.text(event, "objectRef", "namespace"),
        JsonPaths.text(event, "objectRef", "name"),
        JsonPaths.object(event, "annotations")
            .map(it -> JsonPaths.text(it, "authorization.k8s.io/decision").equals("forbid"))
            .orElse(false));
  }
}
