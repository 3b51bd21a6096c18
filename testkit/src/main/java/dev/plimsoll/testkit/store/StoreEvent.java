package dev.plimsoll.testkit.store;

import com.google.gson.JsonObject;
import java.util.Optional;

/**
 * One change of one object.
 *
 * @param before nothing for a creation
 * @param after nothing for a deletion
 */
public record StoreEvent(
    long revision, ObjectKey key, Optional<JsonObject> before, Optional<JsonObject> after) {}
