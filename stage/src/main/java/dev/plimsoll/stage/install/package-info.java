/**
 * The ways of installing, each by its own tool. {@link dev.plimsoll.stage.install.Ways} lists them.
 */
@NullMarked
package dev.plimsoll.stage.install;

import org.jspecify.annotations.NullMarked;
