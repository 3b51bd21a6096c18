package dev.plimsoll.testkit.store;

import com.google.gson.JsonObject;
import java.util.List;
import java.util.Optional;

/**
 * A piece of a list.
 *
 * @param revision that all pages of the list show
 * @param last path of the last object, if more follow
 * @param remaining how many follow; not counted where a selector was given
 */
public record Page(List<JsonObject> items, long revision, Optional<String> last, long remaining) {}
