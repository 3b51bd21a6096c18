/**
 * Answers for agents: each tool answers one question about a cluster in few words. The entry class
 * is {@link dev.plimsoll.console.tool.Tools}; the protocol is none of its business.
 */
@NullMarked
package dev.plimsoll.console.tool;

import org.jspecify.annotations.NullMarked;
