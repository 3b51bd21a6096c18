/**
 * A Kubernetes API server in the test's own process, over real HTTP; {@link
 * dev.plimsoll.testkit.KubeApiServer} is the entry.
 */
@NullMarked
package dev.plimsoll.testkit;

import org.jspecify.annotations.NullMarked;
