"""A language model behind any OpenAI-compatible chat endpoint: OpenRouter, vLLM, Ollama, llama.cpp and others.

API: https://platform.openai.com/docs/api-reference/chat/create
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import openai
from openai.types.chat import ChatCompletion

from services.common.errors import Internal
from services.common.openai_endpoint import Endpoint

# How servers refuse a parameter that they do not know.
_REFUSED = (openai.BadRequestError, openai.NotFoundError, openai.UnprocessableEntityError)
# A model that reasons counts that as a part of its reply.
REASONING_TOKENS = 1200


class ChatModel:
    """One request a reply. Servers differ in the form that they take; one that was taken is kept to from then on."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint
        self._form = 0

    async def complete(
        self, instructions: str, data: str, schema: Mapping[str, Any], reply_tokens: int, seconds: float
    ) -> str:
        """The text of the reply. Raises `Unavailable`, `Internal` or `DeadlineExceeded`."""
        messages = [{"role": "system", "content": instructions}, {"role": "user", "content": data}]
        forms = _forms(schema, reply_tokens)
        form = self._form
        async with self._endpoint.call(seconds) as client:
            create: Any = client.chat.completions.create
            while True:
                try:
                    said = _text(await create(model=self._endpoint.model, messages=messages, **forms[form]))
                except _REFUSED:
                    form += 1
                    if form == len(forms):
                        raise
                else:
                    self._form = form
                    return said


def _forms(schema: Mapping[str, Any], reply_tokens: int) -> tuple[dict[str, Any], ...]:
    """Ways to ask for the same: with structured outputs, as models that reason are asked, and in words only."""
    structured = {"type": "json_schema", "json_schema": {"name": "reply", "strict": True, "schema": dict(schema)}}
    return (
        {"response_format": structured, "max_tokens": reply_tokens, "temperature": 0},
        {"response_format": structured, "max_completion_tokens": REASONING_TOKENS + reply_tokens},
        {"max_tokens": reply_tokens, "temperature": 0},
    )


def _text(completion: ChatCompletion) -> str:
    """The one text of a completion. One that is cut off, empty or calls a tool is no answer to what was asked."""
    (choice,) = completion.choices
    content = choice.message.content
    ended = choice.finish_reason not in ("length", "content_filter")
    if choice.message.tool_calls or not ended or not isinstance(content, str) or not content:
        raise Internal("language model gave no text")
    return content
