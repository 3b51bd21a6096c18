package dev.plimsoll.testkit.api;

import com.google.gson.JsonObject;
import java.util.Set;

/**
 * One served resource in one version.
 *
 * @param group "" for the core group
 * @param plural as in the path: {@code pods}
 * @param traits how it behaves where types differ
 * @param stored under which resource its objects are kept; versions of one resource share it
 * @param schema of a custom resource's version, {@code {}} for built-in ones
 */
public record ResourceType(
    String group,
    String version,
    String plural,
    String singular,
    String kind,
    boolean namespaced,
    Set<Trait> traits,
    ApiGroupResource stored,
    JsonObject schema) {

  /** How a type behaves where types differ. */
  public enum Trait {
    /** Has {@code /status}; the main resource then ignores status on writes. */
    STATUS,
    /** Counts changes of its spec in metadata.generation. */
    GENERATION,
    /** Answers a deletion with the object instead of a Status. */
    RETURNS_DELETED,
    /** Is only ever posted, never stored. */
    REVIEW,
    /** Came with a CustomResourceDefinition. */
    CUSTOM
  }

  public boolean has(Trait trait) {
    return traits.contains(trait);
  }

  public ApiGroupResource groupResource() {
    return new ApiGroupResource(group, plural);
  }

  /** As manifests spell it: {@code v1}, {@code apps/v1}. */
  public String apiVersion() {
    return group.isEmpty() ? version : group + "/" + version;
  }

  public String listKind() {
    return kind + "List";
  }
}
