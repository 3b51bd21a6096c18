/**
 * The expressions by which devices are selected, in the Common Expression Language with the
 * functions that Kubernetes adds: {@link dev.plimsoll.kubernetes.cel.DeviceExpression}. No other
 * package knows the library that evaluates them.
 */
@NullMarked
package dev.plimsoll.kubernetes.cel;

import org.jspecify.annotations.NullMarked;
