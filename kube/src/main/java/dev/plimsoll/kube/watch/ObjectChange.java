package dev.plimsoll.kube.watch;

import dev.plimsoll.model.object.ApiObject;
import java.util.Optional;

/**
 * One object's change.
 *
 * @param before what was known of it; absent for a new one
 * @param after what is known now; absent when it is gone
 */
public record ObjectChange(Optional<ApiObject> before, Optional<ApiObject> after) {}
