/**
 * The Kubernetes objects that quota and placement depend on, reduced to the fields that their rules
 * read.
 *
 * <p>Start at {@link dev.plimsoll.kubernetes.object.ApiObject}, which every object is. The values
 * are as the API server stores them: quantities in resource lists already rounded up to milli. An
 * absent string is empty, an absent collection is empty, and where "absent" differs from "empty"
 * the component is an {@link java.util.Optional}.
 */
@NullMarked
package dev.plimsoll.kubernetes.object;

import org.jspecify.annotations.NullMarked;
